// Before chips are bought or cashed, the form says how many the player has then.
import { centsOf, dollars } from "./money.js";

function reckon(form) {
  const cents = centsOf(form.elements.cents.value);
  const then = Number(form.dataset.chips) + Number(form.dataset.sign) * cents;
  form.querySelector("[data-amount]").textContent = cents === null ? "–" : dollars(cents);
  const has = dollars(Number(form.dataset.chips));
  const isShort = cents !== null && then < 0;
  const said = cents === null ? "–" : isShort ? `not possible: there are ${has}` : dollars(then);
  form.querySelector("[data-then-chips]").textContent = said;
  form.elements.cents.setCustomValidity(isShort ? `Only ${has} can be cashed out.` : "");
}

const all = () => document.querySelectorAll("form[data-chips]").forEach(reckon);

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-chips]");
  if (form) reckon(form);
});
// What was done is said; it stands among the movements as well.
document.addEventListener("done", ({ detail: { asker } }) => {
  if (!asker.dataset.chips) return;
  const line = document.createElement("p");
  line.className = "notice ok";
  line.textContent = asker.dataset.said;
  document.querySelector("#notices").replaceChildren(line);
});
document.addEventListener("submit", ({ target }) => {
  if (!target.dataset.chips) return;
  const amount = target.querySelector("[data-amount]").textContent;
  target.dataset.said = `${target.elements.player.value} ${target.dataset.sign > 0 ? "has bought chips for" : "has got cash for chips of"} ${amount}.`;
}, true);
document.addEventListener("put", all);
all();
