// Digits of a meter roll to the new amount when it grows, and never run ahead of it.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const before = new Map(); // what each meter showed last

function roll(meter) {
  const name = meter.dataset.roll;
  const text = meter.textContent;
  const old = before.get(name) ?? text;
  before.set(name, text);
  if (calm.matches || old === text) return;
  meter.setAttribute("aria-label", text);
  meter.setAttribute("role", "img");
  meter.replaceChildren(...[...text].map((sign, place) => column(sign, old[place + old.length - text.length])));
  meter.getBoundingClientRect(); // the old amount must be drawn before the new one can be rolled to
  for (const strip of meter.querySelectorAll(".strip")) strip.style.transform = `translateY(-${strip.dataset.to}em)`;
}

function column(sign, old) {
  const holder = document.createElement("span");
  holder.setAttribute("aria-hidden", "true");
  if (!/\d/.test(sign)) {
    holder.textContent = sign;
    return holder;
  }
  holder.className = "digit";
  const strip = document.createElement("span");
  strip.className = "strip";
  strip.dataset.to = sign;
  strip.textContent = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9";
  strip.style.transform = `translateY(-${/\d/.test(old ?? "") ? old : 0}em)`;
  holder.append(strip);
  return holder;
}

const rollAll = () => document.querySelectorAll("[data-roll]").forEach(roll);
document.addEventListener("put", rollAll);
rollAll();
