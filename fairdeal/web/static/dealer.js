// Walks the dealer through a settlement that the room has recorded: seat by seat, bet by bet.
//
//   [data-walk="4f0a…"]        the deck of the round; what was done is kept in the tab under this name
//   [data-line="key"]          a bet of it; data-order is its place, data-done what the button says then
//   [data-settled], [data-undo]   the bet that is "now" was paid or taken; the last one was not
//   [data-when="walk|next"]    in sight while bets are left, or when none is
//   [data-seat], [data-of]     a seat to touch, and what is shown of it
//
// On the jackpot's screens: [data-checks] holds boxes, all of which open its large button.
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const KEPT = "fairdeal walk ";

let looked = null; // a seat that was touched, until the walk comes to another
let at = null; // the seat of the bet that is "now"
let isActing = false; // whether the large button was pressed last: it then keeps the focus

const isWalking = () => Boolean($("[data-walk]")?.dataset.walk);

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + $("[data-walk]").dataset.walk)) ?? [];
  } catch {
    return [];
  }
}

function keep(done) {
  const name = KEPT + $("[data-walk]").dataset.walk;
  for (const other of Object.keys(sessionStorage)) {
    if (other.startsWith(KEPT) && other !== name) sessionStorage.removeItem(other);
  }
  sessionStorage.setItem(name, JSON.stringify(done));
}

const lines = () => $$("[data-line]").sort((one, other) => one.dataset.order - other.dataset.order);
const seatOf = (line) => line.closest("[data-of]").dataset.of;

function paint() {
  if (!$("[data-walk]")) return;
  const done = isWalking() ? kept() : [];
  const left = isWalking() ? lines().filter((line) => !done.includes(line.dataset.line)) : [];
  const now = left[0];
  if (now && seatOf(now) !== at) looked = null;
  at = now ? seatOf(now) : null;
  const seat = looked ?? at ?? $("[data-first]").dataset.first;
  for (const each of $$("[data-when]")) each.hidden = each.dataset.when !== (now ? "walk" : "next");
  for (const each of $$("[data-of]")) each.hidden = each.dataset.of !== seat;
  for (const each of $$("[data-undo]")) each.hidden = !done.length;
  paintLines(done, now);
  paintSeats(seat, left);
  paintSteps(Boolean(now));
  if (now) paintFoot(now, seat);
  now?.scrollIntoView({ block: "nearest" });
  if (isActing && !document.activeElement.offsetParent) {
    $$(".dt-foot .primary").find((each) => each.offsetParent)?.focus({ preventScroll: true });
  }
}

function paintLines(done, now) {
  if (!isWalking()) return;
  for (const line of lines()) {
    const isDone = done.includes(line.dataset.line);
    line.classList.toggle("done", isDone);
    line.classList.toggle("now", line === now);
    const tag = $(".tag", line);
    tag.textContent = isDone ? "✓ done" : line === now ? "now" : "next";
    tag.classList.toggle("ok", isDone);
  }
}

function mark(element, isCurrent) {
  if (isCurrent) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}

function paintSeats(seat, left) {
  const seats = left.map(seatOf);
  for (const button of $$("[data-seat]")) {
    const { seat: number } = button.dataset;
    const label = $("[data-state]", button);
    const isSettled = $(`[data-of="${number}"] [data-line]`) !== null;
    button.setAttribute("aria-pressed", String(number === seat));
    mark(button, at ? number === at : "turn" in button.dataset);
    if (at === number) label.textContent = "settling";
    else if (seats.includes(number)) label.textContent = "to settle";
    else label.textContent = isSettled ? label.dataset.net + (isWalking() ? " ✓" : "") : label.dataset.state;
  }
}

// While bets are left, the dealer is still at the step that settled them; a step that settles hand
// by hand goes on by itself (data-within).
function paintSteps(isBefore) {
  const steps = $(".steps");
  const current = Number(steps.dataset.at) - (isBefore && !("within" in steps.dataset) ? 1 : 0);
  for (const [place, step] of $$("li", steps).entries()) {
    step.classList.toggle("done", place < current);
    mark(step, place === current);
  }
}

function paintFoot(now, seat) {
  const all = $(`ol[data-of="${seat}"]`);
  const sum = $("[data-sum]");
  $("[data-whose]").textContent = `Seat ${seat} in all`;
  sum.textContent = all?.dataset.net ?? "";
  sum.className = `v ${all?.dataset.tone ?? ""}`;
  $("[data-settled]").textContent = now.dataset.done;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  isActing = Boolean(button?.closest(".dt-foot"));
  if (!button || button.disabled) return;
  if (button.dataset.seat) looked = button.dataset.seat;
  else if ("settled" in button.dataset) {
    const done = kept();
    const now = lines().find((line) => !done.includes(line.dataset.line));
    keep([...done, now.dataset.line]);
    looked = null;
  } else if ("undo" in button.dataset) {
    keep(kept().slice(0, -1));
    looked = null;
  } else return;
  paint();
});

document.addEventListener("change", (event) => {
  const checks = event.target.closest("[data-checks]");
  if (!checks) return;
  $("[data-post]", checks).disabled = !$$("input", checks).every((box) => box.checked);
});

// A ruling that was opened is in sight, with the button that reports it.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".irrs[open]")) $("form", target).scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("put", paint);
paint();
