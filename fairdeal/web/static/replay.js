// Goes from step to step of a round that is over without loading the page again.
let latest = 0;

async function go(address) {
  const mine = ++latest;
  const answer = await fetch(address);
  if (!answer.ok) {
    location.href = address; // the page itself says why
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== latest) return;
  const parts = [...page.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part.innerHTML]);
  const before = stepOf(location.href);
  history.replaceState(null, "", address);
  const animate = stepOf(address) > before;
  document.dispatchEvent(new CustomEvent("show", { detail: { parts: Object.fromEntries(parts), animate } }));
}

const stepOf = (address) => Number(new URL(address).searchParams.get("step") ?? 1);

// Keeps the step in the middle of its list; the page itself stays where it is.
function follow() {
  const list = document.querySelector(".walk");
  const now = list.querySelector("[aria-current]");
  list.scrollTop = now.offsetTop - list.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.getAttribute("aria-disabled") !== "true") go(link.href).catch(() => location.assign(link.href));
});

document.addEventListener("keydown", (event) => {
  if (["Home", "End"].includes(event.key)) event.preventDefault();
});

document.addEventListener("put", follow);
follow();
