// Chips on the spots of one's own seat, until they are bet.
let chip = 500;
let tapped = ""; // on a phone, the seat whose cards and bets are in sight
const draft = new Map();

const dollars = (cents) =>
  (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 ? 2 : 0,
  });

const SVG = "http://www.w3.org/2000/svg";

// The chips of an amount, the dearest lowest, five at most: drawn as those that are bet.
function pile(cents) {
  const values = [];
  for (const value of [500, 100, 25, 5, 1]) {
    while (cents >= 100 * value && values.length < 5) {
      cents -= 100 * value;
      values.push(value);
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
  const ring = spot.querySelector(".ring");
  if (!before.has(ring)) before.set(ring, [...ring.childNodes]);
  ring.replaceChildren(...(cents ? [pile(cents)] : before.get(ring)));
}

// Bets that must be equal are placed together.
function place(spot, cents) {
  const button = document.querySelector(`[data-spot="${spot}"]`);
  const first = button.dataset.equals || spot;
  const twins = [...document.querySelectorAll(`[data-equals="${first}"]`)].map((each) => each.dataset.spot);
  for (const each of [first, ...twins]) {
    if (cents) draft.set(each, cents);
    else draft.delete(each);
  }
}

function paint() {
  for (const button of document.querySelectorAll("[data-chip]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === chip));
  }
  for (const button of document.querySelectorAll("[data-tap]")) {
    const is = button.dataset.tap === tapped;
    button.setAttribute("aria-expanded", String(is));
    button.closest(".seat").classList.toggle("is-tapped", is);
  }
  let total = 0;
  for (const spot of document.querySelectorAll("[data-spot]")) {
    const cents = draft.get(spot.dataset.spot) ?? 0;
    const amount = spot.querySelector(".amt");
    total += cents;
    spot.classList.toggle("next", cents > 0);
    draw(spot, cents);
    amount.dataset.before ??= amount.textContent;
    amount.textContent = cents ? dollars(cents) : amount.dataset.before;
    amount.classList.toggle("none", !cents && !Number(spot.dataset.cents));
  }
  const ready = document.querySelector("[data-ready]");
  if (!ready) return;
  ready.disabled = total === 0;
  document.querySelector("[data-clear]").hidden = total === 0;
  ready.querySelector(".sub").textContent = total ? dollars(total) : "";
  const bets = Object.fromEntries(draft);
  ready.dataset.ask = JSON.stringify({ seat: Number(ready.dataset.seat), bets });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  tapped = button?.dataset.tap !== tapped ? (button?.dataset.tap ?? "") : "";
  if (!button || button.disabled) return void paint();
  const { spot } = button.dataset;
  if (button.dataset.chip) chip = Number(button.dataset.chip);
  else if (spot) place(spot, (draft.get(spot) ?? 0) + chip);
  else if ("clear" in button.dataset) draft.clear();
  paint();
});

document.addEventListener("keydown", (event) => {
  const { spot } = event.target.dataset ?? {};
  if (!spot) return;
  if (event.key === "Backspace") {
    place(spot, 0);
    paint();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const spots = [...document.querySelectorAll("[data-spot]:not(:disabled)")];
  spots[(spots.indexOf(event.target) + step + spots.length) % spots.length]?.focus();
  event.preventDefault();
});

document.addEventListener("done", (event) => {
  if (event.detail.asker.dataset.post.endsWith("/place")) draft.clear();
  paint();
});

document.addEventListener("put", paint);
paint();
