// Checks in the browser that the deck of a round follows from what was fixed before its bets.
import { bytesOf, faultsOf, hexOf, notedOf, sha256 } from "./deck.js";

const OLD = "fairdeal-deck-0"; // rounds of older logs: the house drew the deck after the bets
const RANKS = "23456789TJQKA";
const SUITS = "♣♦♥♠";

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
  let isNew = false;
  for (const { dataset } of document.querySelectorAll("[data-noted]")) {
    isNew ||= seen.get(dataset.noted) !== dataset.commitment;
    seen.set(dataset.noted, dataset.commitment);
  }
  if (!isNew) return;
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
  dialog.append(make("h2", "Was the deck fixed before the bets?"), verdict, list, close);
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
  const deck = bytesOf(told.deck);
  const seen = seals().get(`${told.table}/${told.round}`);
  const noted = notedOf(told.table, told.round) ?? (seen && { commitment: seen });
  step(
    "Published before the bets",
    noted
      ? "The commitment of the house, as this page noted it while the round was played."
      : "The commitment of the house, as the room recorded it.",
    make("p", noted?.commitment ?? told.commitment, "mono"),
  );
  const hidden = make("p", told.form === OLD ? told.nonce : told.secret, "mono");
  step("Shown after the round", "The deck from its top, and the number that kept it secret.", cards(deck), hidden);
  const seeds = told.seeds.map(({ seat, seed }) => make("p", `Seat ${seat}: ${seed}`, "mono"));
  if (seeds.length) step("Seeds of the players", "Each hashes to what its seat had published before.", ...seeds);
  const faults = told.form === OLD ? oldFaults(told, noted) : faultsOf(told, noted);
  if (!isDeck([...deck])) faults.push("The deck does not hold every card once.");
  if (faults.length) say("bad", `Does not match. ${faults.join(" ")}`);
  else say("ok", `Matches. ${meaning(told, noted)}`);
}

function oldFaults(told, noted) {
  const sum = hexOf(sha256(bytesOf(told.nonce + told.deck)));
  if (sum === (noted?.commitment ?? told.commitment)) return [];
  return ["The deck that was shown is not the one that was sealed."];
}

const AFTER = "The deck was not exchanged after the first card. How it was chosen, this does not show.";
const MINE = "The deck follows from the house's secret and from your seed: nobody could choose it.";
const FIXED = "The deck was fixed before the bets and not exchanged.";

function meaning(told, noted) {
  if (told.form === OLD) return AFTER;
  if (noted?.seed) return MINE;
  return `${FIXED} ${told.seeds.length ? "Your browser gave no seed." : "No player gave a seed."}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-proof]");
  if (button) check(button.dataset.proof);
});
document.addEventListener("put", note);
note();
