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
document.addEventListener("put", all);
all();
