// Chips on the spots of one's own seat, until they are bet.
let chip = 500;
const draft = new Map();

const dollars = (cents) =>
  (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 ? 2 : 0,
  });

function paint() {
  for (const button of document.querySelectorAll("[data-chip]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === chip));
  }
  let total = 0;
  for (const spot of document.querySelectorAll("[data-spot]")) {
    const cents = draft.get(spot.dataset.spot) ?? 0;
    const amount = spot.querySelector(".amt");
    total += cents;
    spot.classList.toggle("next", cents > 0);
    if (!amount) continue;
    amount.dataset.before ??= amount.textContent;
    amount.textContent = cents ? dollars(cents) : amount.dataset.before;
    amount.classList.toggle("none", !cents && !Number(spot.dataset.cents));
  }
  const ready = document.querySelector("[data-ready]");
  if (!ready) return;
  ready.disabled = total === 0;
  ready.querySelector(".sub").textContent = total ? dollars(total) : "";
  const bets = Object.fromEntries(draft);
  ready.dataset.ask = JSON.stringify({ seat: Number(ready.dataset.seat), bets });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const { spot } = button.dataset;
  if (button.dataset.chip) chip = Number(button.dataset.chip);
  else if (spot) draft.set(spot, (draft.get(spot) ?? 0) + chip);
  else if ("clear" in button.dataset) draft.clear();
  paint();
});

document.addEventListener("keydown", (event) => {
  const { spot } = event.target.dataset ?? {};
  if (event.key !== "Backspace" || !spot) return;
  draft.delete(spot);
  paint();
});

document.addEventListener("done", (event) => {
  if ("ready" in event.target.dataset) draft.clear();
  paint();
});

document.addEventListener("put", paint);
paint();
