// What the pages of the books do by themselves: print, and wait for a check of the log.
//
//   data-print          on a button: the page as a report on paper
//   data-poll="/…"      a piece that is fetched again while something in it is busy
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function follow(piece) {
  if (piece.dataset.following) return;
  piece.dataset.following = "yes";
  do {
    const answer = await fetch(piece.dataset.poll).catch(() => null);
    if (answer?.redirected) location.reload();
    if (answer?.ok) piece.innerHTML = await answer.text();
    await pause(0.5);
  } while (piece.querySelector("[aria-busy]"));
  delete piece.dataset.following;
}

for (const piece of document.querySelectorAll("[data-poll]")) {
  if (piece.querySelector("[aria-busy]")) follow(piece);
  piece.addEventListener("done", () => follow(piece));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});

// The foot of a report names the moment of printing, by the house's clock.
const foot = document.querySelector(".signing");
if (foot) {
  window.addEventListener("beforeprint", () => {
    const now = new Date(Number(foot.dataset.opened) + performance.now());
    const time = now.toLocaleString("sv-SE", { timeZone: foot.dataset.zone });
    foot.querySelector("time").textContent = time;
    const printed = JSON.stringify(foot.querySelector("p").textContent);
    document.documentElement.style.setProperty("--printed", printed);
    // On paper nothing can be opened.
    for (const each of document.querySelectorAll("details.panel:not([open])")) {
      each.open = true;
      window.addEventListener("afterprint", () => (each.open = false), { once: true });
    }
  });
}
