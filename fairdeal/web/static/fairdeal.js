// Follows the stream of a page, puts in what changed, and sends what a person asks for.
//
//   data-stream="/stream/…"           on the body: whose events change the parts of this page
//   data-part="name"                  a part that the stream replaces; a "put" event tells others
//   data-post="/api/…"                on a button or a form: what is asked for when it is pressed
//   data-ask='{"seat": 1}'            on a button: what goes along with it
//   data-then="/…"                    where to go when it was done
//   data-list="checked"               on a field: its value is one of a list of that name
//   data-key="F"                      the key that presses the button
//   data-warns="…"                    what is said at the key's first press; the second one presses it
//   data-switches="keys"              a button that switches single-key shortcuts off and on
//   data-opens="#id", data-closes     a dialog, and what closes it
//   "coming", an event with parts     what the stream has sent; a page's own script may hold it back
//   "show", an event with parts       what a page's own script has held back or fetched, to be put in
//   "asks", an event with a body      what a button is about to ask for; a script may add to it
//   "say", an event with text         a notice of a page's own script
//   data-fades                        on the place of notices: they go after a while
//   .clock[data-says="to decide"]     a clock whose start, ten and five seconds are said as well
import { centsOf, dollars } from "./money.js";

// Fragments come from this room alone; what would make text into a script is refused.
globalThis.trustedTypes?.createPolicy("default", { createHTML: (html) => html });

const token = document.querySelector('meta[name="fairdeal-token"]').content;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const waiting = new Map(); // parts that wait until a person has finished with them: see isBusy

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

function put(part, html, animate) {
  const holder = $(`[data-part="${part}"]`);
  if (!holder) return;
  if (isBusy(holder)) {
    waiting.set(part, html);
    return;
  }
  waiting.delete(part);
  const focused = holder.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  const open = $$("details[open][id]", holder).map((each) => each.id);
  const before = new Set($$(".card", holder).map(placeOf));
  const settled = new Set($$("[data-settled]", holder).map((each) => each.dataset.spot));
  const meters = new Map($$("[data-meter]", holder).map((each) => [each.dataset.meter, each.dataset.cents]));
  holder.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) $(focused, holder)?.focus({ preventScroll: true });
  if (!animate || calm.matches) return;
  let late = 0;
  for (const card of $$(".card:not(.slot)", holder)) {
    if (before.has(placeOf(card))) continue;
    card.style.animationDelay = `${90 * late++}ms`;
    card.classList.add(card.classList.contains("back") ? "is-dealt" : "is-turned");
  }
  const read = $(".read", holder);
  if (read && late) {
    read.style.animationDelay = `${90 * late}ms`; // a hand is named when its cards lie there
    read.classList.add("is-settled");
  }
  for (const spot of $$("[data-settled]", holder)) {
    const result = $(".result", spot);
    if (!result || settled.has(spot.dataset.spot)) continue;
    result.style.animationDelay = `${180 * Number(spot.dataset.settled)}ms`;
    result.classList.add("is-settled");
  }
  for (const meter of $$("[data-meter]", holder)) roll(meter, Number(meters.get(meter.dataset.meter)));
}

// A meter counts up to what it is, never beyond.
function roll(meter, from) {
  const to = Number(meter.dataset.cents);
  const last = meter.textContent;
  if (!(from < to)) return;
  const began = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - began) / 600);
    meter.textContent = share < 1 ? dollars(Math.floor(from + share * (to - from))) : last;
    if (share < 1 && meter.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const isBusy = (holder) =>
  $("dialog[open]", holder) !== null ||
  holder.contains(press?.target) ||
  (holder.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));

function putWaiting() {
  if (!waiting.size) return;
  for (const [part, html] of [...waiting]) put(part, html, false);
  document.dispatchEvent(new CustomEvent("put"));
}

const placeOf = (card) => {
  const seat = card.closest("[aria-label]:not(.card)")?.getAttribute("aria-label") ?? "";
  return `${seat} ${[...card.parentElement.children].indexOf(card)} ${card.getAttribute("aria-label")}`;
};

const nameOf = (element) => {
  for (const name of ["data-spot", "data-chip", "data-key", "data-post", "data-opens", "href", "id"]) {
    const value = element.getAttribute(name);
    if (value) return `[${name}="${CSS.escape(value)}"]`;
  }
  return null;
};

function show(parts, animate) {
  for (const [part, html] of Object.entries(parts)) put(part, html, animate);
  document.dispatchEvent(new CustomEvent("put"));
}

// A page's own script may hold back what comes, and "show" it later.
function take(message, animate) {
  const detail = { parts: JSON.parse(message.data), animate };
  const isShown = document.dispatchEvent(new CustomEvent("coming", { cancelable: true, detail }));
  if (isShown) show(detail.parts, animate);
}

document.addEventListener("show", ({ detail }) => show(detail.parts, detail.animate));

// The room asks the house's people to sign in again, and players whether they are still there.
const lock = () => location.reload();

// What would be asked of the room; to lock a terminal nothing on it has to be up to date.
const ACTS = 'button:is([data-post]:not([data-post="/sign-out"], [data-post="/lock"]), form[data-post] [type=submit], [data-spot], [data-chip], [data-clear])';

const isLost = () => document.body.classList.contains("is-lost");

function connected(is) {
  const was = isLost();
  document.body.classList.toggle("is-lost", !is);
  for (const each of $$(ACTS)) {
    if (is) each.removeAttribute("aria-disabled");
    else each.setAttribute("aria-disabled", "true");
  }
  if (!is && !was) {
    const kept = document.body.dataset.table ? "Your bets are safe." : "What you did is kept.";
    notice(`Connection lost, reconnecting. ${kept}`, "warn lost");
  } else if (is && was) {
    notice("Connected again.", "ok lost");
    setTimeout(() => $$(".notice.lost").forEach((each) => each.remove()), 4000);
  }
}

// A network can fall silent without closing anything.  The room says every few seconds that it is
// there; a stream without a word is begun again, and with it everything that waits for an answer.
const SILENT = 12000;
const unanswered = new Set();

function follow(address) {
  const stream = new EventSource(address);
  let heard = performance.now();
  const hears = (kind, then) =>
    stream.addEventListener(kind, (message) => {
      heard = performance.now();
      then(message);
    });
  hears("beat", () => {});
  hears("now", (message) => setClock(Number(message.data)));
  hears("whole", (message) => take(message, false));
  hears("change", (message) => take(message, true));
  hears("locked", lock);
  hears("open", () => connected(true));
  const watch = setInterval(() => {
    if (performance.now() - heard < SILENT) return;
    clearInterval(watch);
    stream.close();
    connected(false);
    for (const each of unanswered) each.abort();
    follow(address);
  }, 1000);
  stream.addEventListener("error", () => {
    connected(false);
    if (stream.readyState !== EventSource.CLOSED) return;
    clearInterval(watch);
    setTimeout(() => again(address), 2000);
  });
}

// A stream that was refused is asked for again, unless the viewer has to sign in first.
async function again(address) {
  const answer = await fetch("/api/session").catch(() => null);
  if (answer?.status === 401) lock();
  else follow(address);
}

const FADES = 10000;

function notice(text, kind = "", place = $("#notices")) {
  if (!place) return;
  const line = document.createElement("p");
  line.className = `notice ${kind}`;
  line.textContent = text;
  place.replaceChildren(line);
  if ("fades" in place.dataset && !line.matches(".lost")) setTimeout(() => line.remove(), FADES);
}

document.addEventListener("say", ({ detail }) => notice(detail.text, detail.kind));

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// A room that cannot be reached is asked again under the same key, so nothing is done twice; also
// when a person asks again, on the same button or form, for what was not answered or is in doubt.
// Where the stream has put in another button, the page has moved on, and so has the person.
const AGAIN = 60000;
const keys = new WeakMap();
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("-");

function keyOf(asker, text) {
  const before = keys.get(asker);
  if (before?.text === text) return before.key;
  const asked = { key: newKey(), text };
  keys.set(asker, asked);
  // A minute later the same words are another wish; and a password does not stay here.
  setTimeout(() => keys.get(asker) === asked && keys.delete(asker), AGAIN);
  return asked.key;
}

async function send(address, body, asker) {
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", "x-fairdeal-token": token, "idempotency-key": keyOf(asker, text) };
  for (let tries = 1; ; tries++) {
    const flight = new AbortController();
    unanswered.add(flight);
    try {
      const answer = await fetch(address, { method: "POST", headers, body: text, signal: flight.signal });
      const told = await answer.json();
      if (answer.status !== 503) keys.delete(asker);
      return { answer, told, tries };
    } catch (error) {
      if (tries === 8) throw error;
      await pause(0.5 * tries);
    } finally {
      unanswered.delete(flight);
    }
  }
}

// What was pressed below the felt and is not answered: nothing else is done there meanwhile.  Where
// the stream puts in the same button again it waits on; where it does not, the page has moved on.
let asking = null; // { asker, shown }: what was pressed, and what stands in its place now
const isAsking = () => asking !== null;

// Most answers come at once; only of those that do not a person is told to wait.
const SLOW = 150;
const faceOf = (asker) => (asker.matches("form") ? $("[type=submit]", asker) : asker);

function waits(asker) {
  asker.setAttribute("aria-busy", "true");
  const mine = { asker, shown: asker };
  if (asker.closest("#actions")) asking = mine;
  const slow = setTimeout(() => {
    faceOf(mine.shown)?.classList.add("is-slow");
    document.body.classList.toggle("is-asking", isAsking());
  }, SLOW);
  return () => {
    clearTimeout(slow);
    for (const each of [asker, mine.shown]) {
      each.removeAttribute("aria-busy");
      faceOf(each)?.classList.remove("is-slow");
    }
    if (asking === mine) movesOn();
  };
}

function movesOn() {
  asking = null;
  document.body.classList.remove("is-asking");
}

document.addEventListener("put", () => {
  if (!asking || asking.shown.isConnected) return;
  const { post, ask } = asking.shown.dataset;
  const same = $$("#actions [data-post]").find(({ dataset }) => dataset.post === post && dataset.ask === ask);
  if (!same) return void movesOn();
  same.setAttribute("aria-busy", "true");
  faceOf(same)?.classList.toggle("is-slow", document.body.matches(".is-asking"));
  asking.shown = same;
});

async function ask(address, body, asker, place) {
  const answered = waits(asker);
  try {
    const { answer, told, tries } = await send(address, body, asker);
    if (told.code === "session.locked") lock();
    if (!answer.ok) notice(told.sentences.map(sentence).join(" "), "bad", place);
    else if (told.repeated && tries === 1) notice("That was done the first time; it was not done twice.", "ok");
    else place?.replaceChildren();
    return answer.ok ? told : null;
  } catch {
    notice("The room did not answer. Look whether it was done before you ask again.", "bad", place);
    return null;
  } finally {
    answered();
  }
}

const sentence = (text) =>
  `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;

function done(told, asker) {
  const { then } = asker.dataset;
  asker.closest("dialog")?.close();
  if (asker.matches("form")) asker.reset();
  // The stream may have replaced the asker by now: what is not in the page tells nobody.
  const from = asker.isConnected ? asker : document;
  from.dispatchEvent(new CustomEvent("done", { bubbles: true, detail: { asker, told } }));
  if (then === "again") location.reload();
  else if (then) location.href = then;
}

// What a form asks for: "limits.ante" is a field within a field, what is empty is left out, and
// dollars become cents; what cannot be read goes as it is, and the room says what is wrong with it.
function asked(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
    const value = field.type === "checkbox" ? field.checked : field.type === "password" ? field.value : field.value.trim();
    if (value === "") continue;
    if (field.dataset.list) {
      const into = (body[field.dataset.list] ??= []);
      if (value !== false) into.push(field.value);
      continue;
    }
    const path = field.name.split(".");
    let into = body;
    for (const name of path.slice(0, -1)) into = into[name] ??= {};
    into[path.at(-1)] = typed(value, field.dataset.kind ?? field.type);
  }
  return body;
}

function typed(value, kind) {
  if (kind === "number" && /^-?\d+$/.test(value)) return Number(value);
  if (kind !== "dollars") return value;
  const cents = centsOf(value);
  if (cents === null) throw new RangeError(`"${value}" is not an amount: expected dollars, such as 25 or 12.50`);
  return cents;
}

// While the room cannot be reached, what the page shows may be over: nothing is done on it, by
// mouse or by key; nor is a second thing while the first waits for its answer.  This comes before
// the scripts of single pages.
function hold(event) {
  if (!isLost() && !isAsking()) return;
  const { target, type } = event;
  const isActing = type === "submit" ? target.dataset.post : target.closest("button")?.matches(ACTS);
  if (!isActing || (type === "keydown" && event.key !== "Backspace")) return; // others click
  if (!isLost() && !target.closest("#actions :is([data-post], [data-clear])")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isLost()) return;
  const within = target.closest("form, dialog");
  const place = (within && $("[role=alert]", within)) ?? $("#notices");
  notice("Nothing was sent: the room cannot be reached.", "warn lost", place);
}

for (const kind of ["click", "submit", "keydown"]) document.addEventListener(kind, hold, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.post) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy")) return; // it was sent already, and chips are sold once
  const place = $("[role=alert]", form) ?? $("#notices");
  let body;
  try {
    body = asked(form);
  } catch (error) {
    notice(sentence(error.message), "bad", place);
    return;
  }
  const address = form.dataset.post.replace(/\{(\w+)\}/g, (_, name) => {
    const value = body[name] ?? "";
    delete body[name];
    return encodeURIComponent(value);
  });
  const told = await ask(address, body, form, place);
  if (told) done(told, form);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled || button.getAttribute("aria-busy")) return;
  if (button.dataset.opens) $(button.dataset.opens)?.showModal();
  else if ("closes" in button.dataset) button.closest("dialog")?.close();
  else if (button.dataset.post) {
    const place = $("[role=alert]", button.closest("dialog") ?? document) ?? $("#notices");
    const body = JSON.parse(button.dataset.ask ?? "{}");
    const detail = { address: button.dataset.post, body };
    document.dispatchEvent(new CustomEvent("asks", { detail }));
    const told = await ask(button.dataset.post, body, button, place);
    if (told) done(told, button);
  }
  putWaiting();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 && !hasKeys()) return;
  const key = event.key.toUpperCase();
  const button = $$("[data-key]:not(:disabled)").find((each) => each.dataset.key === key);
  const warns = button?.dataset.warns ?? "";
  if (warns && event.repeat) return;
  $$(".notice.warned").forEach((each) => each.remove());
  if (warns === warned || !warns) {
    warned = "";
    button?.click();
  } else {
    warned = warns;
    notice(warns, "warn warned");
  }
});

let warned = ""; // what the last key has said instead of pressing its button

// A person who speaks to the machine, or whose hand trembles, switches the keys off; it stays so.
const KEYS = "fairdeal keys";
let isKeyed = true; // where nothing can be kept

function hasKeys() {
  try {
    return localStorage.getItem(KEYS) !== "off";
  } catch {
    return isKeyed;
  }
}

function paintKeys() {
  const is = hasKeys();
  document.documentElement.classList.toggle("keyless", !is);
  for (const each of $$('[data-switches="keys"]')) {
    each.setAttribute("aria-pressed", String(is));
    each.textContent = `Single-key shortcuts: ${is ? "on" : "off"}`;
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest('[data-switches="keys"]')) return;
  isKeyed = !hasKeys();
  try {
    localStorage.setItem(KEYS, isKeyed ? "on" : "off");
  } catch {} // kept until the page is left
  paintKeys();
});

paintKeys();

// A button that is replaced between press and release is never clicked: its part waits that long.
let press = null; // what is pressed

function begin(target) {
  press = target && { target };
}

function end(delay) {
  setTimeout((over) => {
    if (over !== press) return;
    press = null;
    putWaiting();
  }, delay, press);
}

document.addEventListener("pointerdown", ({ target, button, ctrlKey }) => {
  const isMenu = button !== 0 || ctrlKey; // which tells nobody when it is over
  begin(isMenu ? null : target.closest("button, a, summary, label"));
}, true);
document.addEventListener("keydown", ({ key, target, repeat }) => key === " " && !repeat && begin(target), true);
document.addEventListener("click", () => end(0));
for (const kind of ["pointerup", "pointercancel", "keyup", "blur", "contextmenu", "dragend"]) {
  window.addEventListener(kind, () => end(100)); // a tap becomes a click only then
}

document.addEventListener("focusout", () => setTimeout(putWaiting));
document.addEventListener("close", () => setTimeout(putWaiting), true);

// Who moves about is still there, even without asking for anything.
const IDLE = Number($('meta[name="fairdeal-idle"]')?.content ?? 1800);
const HERE = Math.min(60, IDLE / 4) * 1000; // milliseconds after which it is told again
let seen = Date.now();
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => {
    if (Date.now() - seen < HERE) return;
    seen = Date.now();
    document.dispatchEvent(new CustomEvent("here"));
    send("/api/here", {}, document).then(({ answer }) => answer.status === 401 && lock(), () => {});
  });
}

// Time is the room's: a browser whose clock is wrong counts the same seconds as everybody.
let ahead = null; // milliseconds that the room's clock is ahead of this browser's

function setClock(now) {
  ahead = now - Date.now();
  tick();
}

function tick() {
  if (ahead === null) return;
  if (!$(".clock[data-says]")) $("#seconds")?.replaceChildren(); // what was said is over
  for (const clock of $$(".clock[data-until]")) {
    const whole = Number(clock.dataset.whole) || 30;
    const until = (Number(clock.dataset.until) - ahead - Date.now()) / 1000;
    const left = Math.min(whole, Math.max(0, until));
    $("b", clock).textContent = Math.ceil(left);
    $(".go", clock).setAttribute("stroke-dasharray", `${(100 * left) / whole} 100`);
    clock.classList.toggle("low", left <= 5);
    if (clock.dataset.says && left > 0) speak(clock, Math.ceil(left));
  }
}

// Who does not see the ring hears of it three times: at its start, at ten and at five seconds.
let spoken = "";

function speak(clock, seconds) {
  const mark = `${clock.dataset.until} ${[5, 10].find((each) => seconds <= each) ?? "start"}`;
  if (mark === spoken) return;
  spoken = mark;
  $("#seconds").textContent = `${seconds} second${seconds === 1 ? "" : "s"} ${clock.dataset.says}`;
}

if (document.body.dataset.stream) follow(document.body.dataset.stream);
document.addEventListener("put", tick);
setInterval(tick, 250);
