// What waits for a person of the house is told on every page, also on one that is locked: a badge in
// the head, the number in the title, and a sound where it is switched on.  Before a page locks
// itself, it says so.
const meta = (name) => document.querySelector(`meta[name="fairdeal-${name}"]`)?.content;
const EVERY = 5000; // milliseconds between two questions to the room
const SOUND = "fairdeal-sound";
const title = document.title;
const head = document.querySelector("header.top");
const place = head?.querySelector(".top-right") ?? head;
const said = document.querySelector("[data-waiting]");

const make = (tag, className, text) => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

const badge = make("a", "btn sm waiting", "");
badge.href = meta("alerts");
badge.hidden = true;
badge.setAttribute("aria-live", "polite");
const switched = make("button", "btn quiet sm hide-s sound", "");
switched.type = "button";
place?.prepend(badge, switched);

let sound = null; // browsers let a page sound only after a touch or a key
const isOn = () => localStorage.getItem(SOUND) === "on";

function ready() {
  if (!isOn()) return;
  sound ??= new AudioContext();
  sound.resume();
}

function ring() {
  if (!isOn() || sound?.state !== "running") return;
  for (const [late, pitch] of [[0, 880], [0.18, 1175]]) {
    const tone = new OscillatorNode(sound, { frequency: pitch });
    const volume = new GainNode(sound, { gain: 0.2 });
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + late);
    tone.stop(sound.currentTime + late + 0.15);
  }
}

function drawSwitch() {
  switched.textContent = isOn() ? "Sound on" : "Sound off";
  switched.setAttribute("aria-pressed", String(isOn()));
}

switched.addEventListener("click", () => {
  localStorage.setItem(SOUND, isOn() ? "off" : "on");
  drawSwitch();
  ready();
  ring();
});
drawSwitch();
ready();

let before = 0;

function tell(count) {
  const words = count === 1 ? "1 item waits for you" : `${count} items wait for you`;
  document.title = count ? `(${count}) ${title}` : title;
  badge.hidden = !count || said !== null; // a locked page leads nowhere
  badge.textContent = `${count} waiting`;
  badge.setAttribute("aria-label", words);
  if (said) {
    said.hidden = !count;
    said.textContent = `${words}. Sign in to see ${count === 1 ? "it" : "them"}.`;
  }
  if (count > before) ring();
  before = count;
}

async function look() {
  const headers = { "x-fairdeal-token": meta("token") };
  const answer = await fetch("/waiting", { headers }).catch(() => null);
  if (answer?.ok) tell((await answer.json()).count);
}

look();
setInterval(look, EVERY);

// A page without touches or keys locks itself; updates from the server do not count.
const idle = 1000 * Number(meta("idle") ?? 0);
const notice = make("p", "notice warn locks", "");
notice.setAttribute("role", "alert");
let known = Date.now(); // when the room last heard of the person

document.addEventListener("here", () => {
  known = Date.now();
  notice.remove();
});
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, ready);

if (idle && said === null) {
  setInterval(() => {
    const left = Math.ceil((known + idle - Date.now()) / 1000);
    if (left > Math.min(60, idle / 2000)) return;
    if (!notice.isConnected) ring();
    notice.textContent = `This page locks in ${Math.max(0, left)} s. Touch it or press a key to stay signed in.`;
    document.body.append(notice);
  }, 1000);
}
