// Chips on the spots of one's own seat, until they are bet; and the bets that lie there already.
import { dollars } from "./money.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

let chip = Number($('[data-chip][aria-pressed="true"]').dataset.chip);
let tapped = ""; // on a phone, the seat whose cards and bets are in sight
let draft = null; // all bets as they would be placed, by spot; null while they are as they lie
const form = formOf();

const SVG = "http://www.w3.org/2000/svg";

// The chips of an amount, the dearest lowest, five at most: drawn as those that are bet.
function pile(cents) {
  const values = [];
  const chips = $$("[data-chip]").map((each) => Number(each.dataset.chip));
  for (const value of chips.sort((one, other) => other - one)) {
    while (cents >= value && values.length < 5) {
      cents -= value;
      values.push(value / 100);
    }
  }
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "pile");
  drawn.setAttribute("viewBox", `0 0 48 ${48 + 5 * (values.length - 1)}`);
  drawn.setAttribute("aria-hidden", "true");
  for (const [place, value] of values.entries()) {
    const one = document.createElementNS(SVG, "use");
    const at = { href: `#c${value}`, y: 5 * (values.length - 1 - place), width: 48, height: 48 };
    for (const [name, each] of Object.entries(at)) one.setAttribute(name, each);
    drawn.append(one);
  }
  return drawn;
}

// What is about to be bet stands in the place of what lies there, or lay there before.
const before = new WeakMap();

function draw(spot, cents) {
  const [ring, amount] = [$(".ring", spot), $(".amt", spot)];
  if (!before.has(ring)) before.set(ring, { drawn: [...ring.childNodes], said: amount.textContent });
  const { drawn, said } = before.get(ring);
  const lay = Number(spot.dataset.placed ?? 0);
  spot.classList.toggle("next", cents !== lay);
  ring.replaceChildren(...(cents === lay ? drawn : cents ? [pile(cents)] : []));
  amount.textContent = cents === lay ? said : cents ? dollars(cents) : "";
  amount.classList.toggle("none", !cents && (lay > 0 || !Number(spot.dataset.cents)));
}

// What lies on the spots, as the room has it.
const laid = () =>
  new Map($$("[data-placed]").map((each) => [each.dataset.spot, Number(each.dataset.placed)]));

// Bets that must be equal are placed together.
function place(spot, cents) {
  const first = $(`[data-spot="${spot}"]`).dataset.equals || spot;
  const twins = $$(`[data-equals="${first}"]`).map((each) => each.dataset.spot);
  draft ??= laid();
  for (const each of [first, ...twins]) {
    if (cents) draft.set(each, cents);
    else draft.delete(each);
  }
}

const sum = (bets) => [...bets.values()].reduce((all, each) => all + each, 0);
const isSame = (one, other) =>
  one.size === other.size && [...one].every(([spot, cents]) => other.get(spot) === cents);

// A seat's bets go to the room all at once: what is not among them is taken back.  To clear them
// needs no "Ready": bets that lie there are taken back at once.
function paintReady(ready, bets, lay) {
  const [total, isPlaced] = [sum(bets), isSame(bets, lay)];
  const seat = Number(ready.dataset.seat);
  ready.disabled = isPlaced || total === 0;
  $("[data-word]", ready).textContent = isPlaced && total ? "Placed" : "Ready";
  $(".sub", ready).textContent = total ? dollars(total) : "";
  ready.dataset.ask = JSON.stringify({ seat, bets: Object.fromEntries(bets) });
  const clear = $("[data-clear]");
  clear.hidden = total === 0 && lay.size === 0;
  clear.dataset.ask = JSON.stringify({ seat, bets: {} });
  if (lay.size) clear.dataset.post = ready.dataset.post;
  else delete clear.dataset.post;
}

let lying = new Map(); // what lay on the spots as long as bets were taken

// Chips that lie on the felt without "Ready" are not bet: their owner is told so.
function noMoreBets() {
  if (draft && !isSame(draft, lying)) {
    const rest = lying.size ? `Your bets stay at ${dollars(sum(lying))}.` : `${dollars(sum(draft))} was not bet.`;
    const text = `The betting closed before you pressed Ready. ${rest}`;
    document.dispatchEvent(new CustomEvent("say", { detail: { text, kind: "warn" } }));
  }
  draft = null;
}

function paint() {
  const ready = $("[data-ready]");
  const lay = laid();
  if (ready) lying = lay;
  else noMoreBets();
  const bets = draft ?? lay;
  for (const button of $$("[data-chip]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === chip));
  }
  for (const button of $$("[data-tap]")) {
    const is = button.dataset.tap === tapped;
    button.setAttribute("aria-expanded", String(is));
    button.closest(".seat").classList.toggle("is-tapped", is);
  }
  for (const spot of $$("[data-spot]")) draw(spot, bets.get(spot.dataset.spot) ?? 0);
  if (ready) paintReady(ready, bets, lay);
}

// Another game, or a felt with other spots, is another page.
function formOf() {
  return $("[data-form]").dataset.form;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  tapped = button?.dataset.tap !== tapped ? (button?.dataset.tap ?? "") : "";
  if (!button || button.disabled) return void paint();
  const { spot } = button.dataset;
  if (spot) $("#notices .bad")?.remove(); // it spoke of other bets
  if (button.dataset.chip) chip = Number(button.dataset.chip);
  else if (spot) place(spot, ((draft ?? laid()).get(spot) ?? 0) + chip);
  else if ("clear" in button.dataset) draft = null;
  paint();
});

document.addEventListener("keydown", (event) => {
  const { spot } = event.target.dataset ?? {};
  if (!spot) return;
  if (event.key === "Backspace") {
    place(spot, 0);
    if (!draft.size) $("[data-clear]")?.click();
    paint();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const spots = $$("[data-spot]:not(:disabled)");
  spots[(spots.indexOf(event.target) + step + spots.length) % spots.length]?.focus();
  event.preventDefault();
});

// The dealer's cards come first: everything that follows from them waits until they are turned.
// A key, a tap or a click ends that, and does nothing else.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TURNED = 140; // milliseconds that a card takes to turn, as the stylesheet has it
const APART = 220;
const PAUSE = 350;
let held = null; // the parts that wait
let timer = 0;
let skips = false; // whether the press in progress has ended it, and must not click as well

const show = (parts, animate) =>
  document.dispatchEvent(new CustomEvent("show", { detail: { parts, animate } }));

// Whether a change turns up the dealer's last cards.
function isReveal(html) {
  const after = document.createElement("template");
  after.innerHTML = html;
  if ($(".card.back", after.content)) return false;
  const names = (within) => $$(".card[aria-label]", within).map((each) => each.getAttribute("aria-label"));
  const before = new Set(names($('[data-part="dealer"]')));
  return names(after.content).some((each) => !before.has(each));
}

function reveal({ dealer, ...rest }) {
  const say = $('[data-part="say"]');
  held = { say: say.innerHTML, ...rest };
  show({ dealer }, true);
  const cards = $$('[data-part="dealer"] .is-turned');
  for (const [place, card] of cards.entries()) card.style.animationDelay = `${APART * place}ms`;
  say.textContent = "The dealer turns the cards";
  if (rest.bar) {
    const said = document.createElement("p");
    said.className = "label";
    said.textContent = "Tap or press any key to skip";
    $(".bar .act").replaceChildren(said);
  }
  timer = setTimeout(release, APART * cards.length - APART + TURNED + PAUSE, true);
}

function release(animate) {
  const parts = held;
  held = null;
  clearTimeout(timer);
  for (const card of $$('[data-part="dealer"] .is-turned')) card.classList.remove("is-turned");
  show(parts, animate);
}

document.addEventListener("coming", (event) => {
  const { parts, animate } = event.detail;
  if (held && !animate) release(false);
  const moves = animate && !calm.matches && !document.hidden;
  const waits = held !== null;
  if (!waits && !(moves && parts.dealer && isReveal(parts.dealer))) return;
  event.preventDefault();
  if (waits) Object.assign(held, parts);
  else reveal(parts);
});

function skip(event) {
  if (event.type === "pointerdown") skips = held !== null;
  if (!held && !(skips && event.type === "click")) return;
  if (held) release(false);
  if (event.type === "click") skips = false;
  if (event.target.closest("dialog")) return; // a form that is open takes its own keys and clicks
  if (event.type === "keydown" && (event.ctrlKey || event.metaKey || event.altKey)) return;
  if (event.key?.length > 1 && event.key !== "Enter") return; // such as Tab, which only moves
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const kind of ["pointerdown", "keydown", "click"]) window.addEventListener(kind, skip, true);

document.addEventListener("done", (event) => {
  const { asker, told } = event.detail;
  if (asker.dataset.post?.endsWith("/place")) draft = null;
  if (asker.dataset.post?.endsWith("/tip")) {
    const text = `You tipped the dealer ${dollars(told.events[0].cents)}.`;
    document.dispatchEvent(new CustomEvent("say", { detail: { text, kind: "ok" } }));
  }
  paint();
});

// Chips that the dealer puts into the tip box are the player's: the player is told of each.
const tippedNow = () => Number($("[data-tipped]")?.dataset.tipped ?? 0);
let tipped = tippedNow();

function noticeTips() {
  const before = tipped;
  tipped = tippedNow();
  if (tipped <= before) return;
  const text = `The dealer put ${dollars(tipped - before)} of your chips into the tip box.`;
  document.dispatchEvent(new CustomEvent("say", { detail: { text } }));
}

document.addEventListener("put", () => {
  if (formOf() !== form) return void location.reload();
  noticeTips();
  paint();
});
paint();
