// Checks in the browser that the deck of a round is the one that was fixed before the deal.
//
// What was published before the first card is SHA-256 of a nonce of 32 bytes, followed by the deck,
// a byte a card.  Nonce and deck are shown when the round is over.
const RANKS = "23456789TJQKA";
const SUITS = "♣♦♥♠";

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
const nameOf = (card) => (card < 52 ? `${RANKS[card >> 2]}${SUITS[card & 3]}` : "?");
const isDeck = (deck) => deck.length === 52 && new Set(deck).size === 52 && deck.every((card) => card < 52);

// What this page saw while a round was played is kept, so that it cannot be changed afterwards:
// of the last rounds, under one name.
const KEPT = "fairdeal seals";
const MOST = 300;

function seals() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return new Map();
  }
}

function note() {
  const seen = seals();
  const before = seen.size;
  for (const { dataset } of document.querySelectorAll("[data-noted]")) {
    if (!seen.has(dataset.noted)) seen.set(dataset.noted, dataset.commitment);
  }
  if (seen.size === before) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...seen].slice(-MOST)));
  } catch {
    // no room in this browser: the seal is then the one that the room recorded
  }
}

function make(kind, text = "", name = "") {
  const element = document.createElement(kind);
  element.textContent = text;
  element.className = name;
  return element;
}

function shown() {
  const dialog = make("dialog", "", "proof");
  dialog.setAttribute("aria-label", "The shuffle of the round");
  const close = make("button", "Close", "btn");
  close.type = "button";
  close.dataset.closes = "";
  const list = make("ol", "", "stack-v");
  const verdict = make("p", "Checking…", "notice");
  verdict.setAttribute("role", "status");
  dialog.append(make("h2", "Was the deck fixed before the deal?"), verdict, list, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  const say = (kind, text) => {
    verdict.className = `notice ${kind}`;
    verdict.textContent = text;
  };
  const step = (title, text, ...more) => {
    const item = make("li");
    item.append(make("h3", title), make("p", text, "muted"), ...more);
    list.append(item);
  };
  return { say, step };
}

function cards(deck) {
  const row = make("p", "", "deck");
  for (const card of deck) {
    const suit = SUITS[card & 3];
    row.append(make("span", nameOf(card), suit === "♦" || suit === "♥" ? "red" : ""));
  }
  return row;
}

async function check(address) {
  const { say, step } = shown();
  try {
    await compare(address, say, step);
  } catch {
    say("warn", "The room could not be reached, so nothing was checked. Close this and try again.");
  }
}

async function compare(address, say, step) {
  const answer = await fetch(address);
  const told = await answer.json();
  if (!answer.ok) {
    say("bad", `${told.sentences.join(". ")}.`);
    return;
  }
  if (!told.deck) {
    say("warn", "The deck of this round was not shown, so there is nothing to compare.");
    return;
  }
  const seen = seals().get(`${told.table}/${told.round}`);
  const deck = bytesOf(told.deck);
  step(
    "Published before the deal",
    seen
      ? "The seal of the deck, as this page noted it while the round was played."
      : "The seal of the deck, as the room recorded it before the first card.",
    make("p", seen ?? told.commitment, "mono"),
  );
  step("Shown after the round", "The deck in the order in which it was dealt, from its top, and a random number that kept it secret.", cards(deck), make("p", told.nonce, "mono"));
  if (!globalThis.crypto?.subtle) {
    step("By hand", "On a computer with a terminal this prints the seal; it must be the one above.", make("p", `echo ${told.nonce}${told.deck} | xxd -r -p | sha256sum`, "mono"));
    say("warn", "This address is not secure (https), so the browser computes no seals here. The command below does it elsewhere.");
    return;
  }
  const sum = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(told.nonce + told.deck))));
  step("Computed here", "SHA-256 of the random number and the deck, by this browser.", make("p", sum, "mono"));
  const faults = [];
  if (seen && seen !== told.commitment) faults.push("The room now names another seal than this page saw during the round.");
  if (sum !== (seen ?? told.commitment)) faults.push("The deck that was shown is not the one that was sealed: the two seals differ.");
  if (!isDeck([...deck])) faults.push("The deck does not hold every card once.");
  if (faults.length) say("bad", `Does not match. ${faults.join(" ")}`);
  else say("ok", "Matches. The deck holds every card once and was not exchanged after the first card. How it was chosen, this does not show.");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-proof]");
  if (button) check(button.dataset.proof);
});
document.addEventListener("put", note);
note();
