// Follows the stream of a page, puts in what changed, and sends what a person does.
const token = document.querySelector('meta[name="fairdeal-token"]').content;
const table = document.body.dataset.table;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let chip = 500;
let draft = new Map();
let seconds = 0; // how far the clock of this machine is ahead of the server's

const parts = () => document.querySelectorAll("[data-part]");

function put(part, html, animate) {
  const holder = document.querySelector(`[data-part="${part}"]`);
  if (!holder) return;
  const focused = holder.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const before = new Set([...holder.querySelectorAll(".card")].map(labelled));
  holder.innerHTML = html;
  if (focused) holder.querySelector(focused)?.focus({ preventScroll: true });
  if (animate && !calm.matches) {
    let late = 0;
    for (const card of holder.querySelectorAll(".card:not(.slot)")) {
      if (before.has(labelled(card))) continue;
      card.style.animationDelay = `${90 * late++}ms`;
      card.classList.add(card.classList.contains("back") ? "is-dealt" : "is-turned");
    }
  }
}

const labelled = (card) => {
  const seat = card.closest("[aria-label]:not(.card)")?.getAttribute("aria-label") ?? "";
  const place = [...card.parentElement.children].indexOf(card);
  return `${seat} ${place} ${card.getAttribute("aria-label")}`;
};

const keyOf = (element) => {
  for (const name of ["spot", "chip", "word", "do"]) {
    if (element.dataset[name]) return `[data-${name}="${element.dataset[name]}"]`;
  }
  for (const name of ["ready", "clear"]) {
    if (name in element.dataset) return `[data-${name}]`;
  }
  return null;
};

function take(message, animate) {
  for (const [part, html] of Object.entries(JSON.parse(message.data))) put(part, html, animate);
  paint();
}

function connected(is) {
  const was = document.body.classList.contains("is-lost");
  document.body.classList.toggle("is-lost", !is);
  if (!is) notice("Reconnecting. What you did is kept.", "warn lost");
  else if (was) {
    notice("Connected again.", "ok lost");
    setTimeout(() => document.querySelector(".notice.lost")?.remove(), 4000);
  }
}

function follow(address) {
  const stream = new EventSource(address);
  stream.addEventListener("whole", (message) => take(message, false));
  stream.addEventListener("change", (message) => take(message, true));
  stream.addEventListener("open", () => connected(true));
  stream.addEventListener("error", () => connected(false));
}

function notice(text, kind = "") {
  const place = document.querySelector("#notices");
  if (!place) return;
  const line = document.createElement("p");
  line.className = `notice ${kind}`;
  line.textContent = text;
  place.replaceChildren(line);
}

async function act(command, body, button, at = table) {
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`/api/tables/${at}/${command}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-fairdeal-token": token },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) notice(told.sentences.join(" · "), "bad");
    else document.querySelector("#notices")?.replaceChildren();
    return answer.ok;
  } catch {
    notice("The room cannot be reached. Nothing was done.", "bad");
    return false;
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

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
    total += cents;
    if (!cents) continue;
    spot.classList.add("next");
    const amount = spot.querySelector(".amt");
    if (amount) {
      amount.textContent = dollars(cents);
      amount.classList.remove("none");
    }
  }
  const ready = document.querySelector("[data-ready]");
  if (ready) {
    ready.disabled = total === 0;
    ready.querySelector(".sub").textContent = total ? dollars(total) : "";
  }
}

function tick() {
  for (const clock of document.querySelectorAll(".clock[data-until]")) {
    const left = Math.max(0, Number(clock.dataset.until) / 1000 - Date.now() / 1000 + seconds);
    const whole = Number(clock.dataset.whole) || 30;
    clock.querySelector("b").textContent = Math.ceil(left);
    clock.querySelector(".go").setAttribute("stroke-dasharray", `${(100 * left) / whole} 100`);
    clock.classList.toggle("low", left <= 5);
    clock.setAttribute("aria-label", `${Math.ceil(left)} seconds left`);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const { spot, word, seat, sit } = button.dataset;
  if (button.dataset.chip) chip = Number(button.dataset.chip);
  else if (spot) draft.set(spot, (draft.get(spot) ?? 0) + chip);
  else if ("clear" in button.dataset) draft.clear();
  else if ("ready" in button.dataset) {
    const bets = Object.fromEntries(draft);
    if (await act("place", { seat: Number(seat), bets }, button)) draft.clear();
  } else if ("leave" in button.dataset) {
    const own = document.querySelector("[data-own]")?.dataset.own;
    if (!own || (await act("leave", { seat: Number(own) }, button))) location.href = "/";
  } else if (word) await act("decide", { seat: Number(seat), word }, button);
  else if (button.dataset.do === "sit") await act("sit", { seat: Number(seat) }, button);
  else if (sit) {
    if (await act("sit", { seat: 0 }, button, sit)) location.href = `/tables/${sit}`;
  }
  paint();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey) return;
  const key = event.key.toUpperCase();
  const chips = document.querySelectorAll("[data-chip]:not(:disabled)");
  if (key >= "1" && key <= "5" && chips.length) chips[Number(key) - 1].click();
  else if (key === "R") document.querySelector("[data-ready]:not(:disabled)")?.click();
  else if (key === "BACKSPACE" && event.target.dataset?.spot) {
    draft.delete(event.target.dataset.spot);
    put("hero", document.querySelector('[data-part="hero"]').innerHTML, false);
    paint();
  } else {
    for (const choice of document.querySelectorAll("[data-word]")) {
      if (choice.dataset.word[0].toUpperCase() === key) choice.click();
    }
  }
});

if (document.body.dataset.stream) follow(document.body.dataset.stream);
setInterval(tick, 250);
tick();
paint();
