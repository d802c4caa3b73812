// While a new password is typed, the room says how hard it is to guess.
//   <span data-strength-of="id">   the meter and the sentence for the field of that id
const token = document.querySelector('meta[name="fairdeal-token"]').content;
const PAUSE = 250; // milliseconds without a key, after which the room is asked

async function judge(field, shown) {
  const { account, asks } = shown.dataset;
  const password = field.value;
  shown.hidden = password.length < field.minLength;
  if (shown.hidden) return;
  const name = account || field.form.elements.name?.value.trim() || "";
  const headers = { "content-type": "application/json", "x-fairdeal-token": token };
  const body = JSON.stringify({ password, name });
  const answer = await fetch(asks, { method: "POST", headers, body }).catch(() => null);
  if (!answer?.ok || field.value !== password) return; // the form says it when it is sent
  const { score, says } = await answer.json();
  shown.querySelector("meter").value = score;
  shown.querySelector(".hint").textContent = says ? `${says[0].toUpperCase()}${says.slice(1)}.` : "Strong enough.";
}

for (const shown of document.querySelectorAll("[data-strength-of]")) {
  const field = document.getElementById(shown.dataset.strengthOf);
  let waits = 0;
  const soon = () => {
    clearTimeout(waits);
    waits = setTimeout(judge, PAUSE, field, shown);
  };
  field.addEventListener("input", soon);
  field.form.elements.name?.addEventListener("input", soon);
  field.form.addEventListener("reset", () => (shown.hidden = true));
}
