// Before chips are bought or cashed, the form says how many somebody has then.
const show = (cents) => {
  const [whole, rest] = [Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US"), Math.abs(cents) % 100];
  return `${cents < 0 ? "\u2212" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
};

function reckon(form) {
  const typed = /^\$?(\d{1,9})(?:\.(\d\d))?$/.exec(form.elements.cents.value.trim().replaceAll(",", ""));
  const cents = typed ? Number(typed[1]) * 100 + Number(typed[2] ?? 0) : 0;
  const then = Number(form.dataset.chips) + Number(form.dataset.sign) * cents;
  form.querySelector("[data-amount]").textContent = typed ? show(cents) : "–";
  form.querySelector("[data-then-chips]").textContent = typed ? show(then) : "–";
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
