// The shuffle, computed in the browser: docs/reference/the-deck.md describes every function.
//
// A page that sits down makes a chain of seeds and announces its end.  It notes what the house has
// committed to before it sends bets, and when the round is over it computes the deck once more.
const FORM = "fairdeal-deck-1";
const LENGTH = 1000; // seeds in a chain
const FEW = 20; // so few seeds are left that the page announces a new chain

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const hexOf = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
const textOf = (text) => new TextEncoder().encode(text);

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of parts) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

// SHA-256 of FIPS 180-4: a page without https has no crypto.subtle, and a chain needs no promises.
const primes = [];
for (let each = 2; primes.length < 64; each++) {
  if (primes.every((prime) => each % prime)) primes.push(each);
}

// The first 32 bits behind the point of a root, from the whole root of prime * 2 ** (32 * degree).
function fraction(prime, degree) {
  const power = BigInt(degree);
  const scaled = BigInt(prime) << (32n * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const START = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUND = Int32Array.from(primes, (prime) => fraction(prime, 3));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, 8 * bytes.length);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const early = words[at - 15];
      const late = words[at - 2];
      const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + one + words[at - 7] + other;
    }
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let at = 0; at < 64; at++) {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[at] + words[at]) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [at, each] of state.entries()) hash.setInt32(4 * at, each);
  return new Uint8Array(hash.buffer);
}

export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((each) => each ^ 0x36), bytes));
  return sha256(joined(block.map((each) => each ^ 0x5c), inner));
}

const SEED = textOf(`${FORM}/seed\n`);
export const valueAfter = (seed) => sha256(joined(SEED, seed));
export const commitmentOf = (stream, round, secret) =>
  hexOf(sha256(joined(textOf(`${FORM}/commitment\n${stream}\n${round}\n`), secret)));
export const messageOf = (stream, round, seeds, beacon) =>
  textOf(JSON.stringify([FORM, stream, round, seeds.map(({ seat, seed }) => [seat, seed]), beacon]));

export function orderOf(secret, message) {
  const key = hmac(secret, message);
  let words = [];
  let counter = 0;
  const next = () => {
    if (!words.length) {
      const block = new DataView(new ArrayBuffer(4));
      block.setUint32(0, counter++);
      const bytes = hmac(key, new Uint8Array(block.buffer));
      words = Array.from({ length: 16 }, (_, at) => 256 * bytes[2 * at] + bytes[2 * at + 1]);
    }
    return words.shift();
  };
  const order = Uint8Array.from({ length: 52 }, (_, card) => card);
  for (let last = 51; last > 0; last--) {
    const mask = 2 ** (32 - Math.clz32(last)) - 1;
    let drawn = next() & mask;
    while (drawn > last) drawn = next() & mask;
    [order[last], order[drawn]] = [order[drawn], order[last]];
  }
  return order;
}

// What is wrong with the shuffle of a round that is over, from what the room shows and what this
// page has noted: { commitment } of a round that it watched, { seat, seed } as well of one's own.
export function faultsOf(told, noted) {
  const faults = [];
  const differ = (what, one, other) => {
    if (one !== other) faults.push(`${what}: ${one} is not ${other}.`);
  };
  const stream = `table/${told.table}`;
  const fixed = noted?.commitment ?? told.commitment;
  differ("The room now names another commitment than before the bets", told.commitment, fixed);
  const computed = commitmentOf(stream, told.round, bytesOf(told.secret));
  differ("The secret that was shown does not fit the commitment", computed, fixed);
  const isDealt = told.hands.some(({ hand }) => hand === noted?.seat);
  if (noted?.seed && isDealt) {
    const used = told.seeds.find(({ seat }) => seat === noted.seat)?.seed ?? "none";
    differ("Your seed was not used", used, noted.seed);
  }
  for (const { seat, seed, before } of told.seeds) {
    const value = hexOf(valueAfter(bytesOf(seed)));
    differ(`The seed of seat ${seat} is not the one that was announced`, value, before);
  }
  if (told.beacon) faults.push(`The room added something of its own to the seeds: ${told.beacon}.`);
  if (!told.deck) return faults; // a round that was void before its deck followed
  const message = messageOf(stream, told.round, told.seeds, told.beacon);
  const order = hexOf(orderOf(bytesOf(told.secret), message));
  differ("The deck that was shown does not follow from the secret and the seeds", told.deck, order);
  const deck = bytesOf(order);
  const taken = new Set();
  for (const { hand, places, cards } of told.hands) {
    for (const [at, place] of places.entries()) {
      if (taken.has(place)) faults.push(`Place ${place} of the deck was dealt twice.`);
      taken.add(place);
      if (cards[at] === null || deck[place] === cards[at]) continue;
      faults.push(`Hand ${hand} was shown card ${cards[at]}, and card ${deck[place]} lay there.`);
    }
  }
  return faults;
}

// What is kept in this browser: under one name each, the latest last.
function kept(name) {
  try {
    return new Map(JSON.parse(localStorage.getItem(name) ?? "[]"));
  } catch {
    return new Map();
  }
}

function keep(name, entries, most) {
  try {
    localStorage.setItem(name, JSON.stringify([...entries].slice(-most)));
  } catch {
    // no room in this browser: the next page of it begins a chain of its own
  }
}

const CHAINS = "fairdeal seeds"; // by table, the first values of the latest chains
const BETS = "fairdeal bets"; // by table and round, what was noted before the bets

export const notedOf = (table, round) => kept(BETS).get(`${table}/${round}`);
const random = (count) => crypto.getRandomValues(new Uint8Array(count));

// The value of a chain that lies before a published one, and how many lie before that.
function before(first, published) {
  let value = bytesOf(first);
  for (let left = 0; left < LENGTH; left++) {
    const next = valueAfter(value);
    if (hexOf(next) === published) return { seed: hexOf(value), left };
    value = next;
  }
  return null;
}

const found = new Map(); // by published value

function seedOf(table, published) {
  if (!published) return null;
  for (const first of kept(CHAINS).get(table) ?? []) {
    if (!found.has(published)) {
      const value = before(first, published);
      if (value) found.set(published, value);
    }
  }
  return found.get(published) ?? null;
}

const anchors = new Map();

function anchorOf(first) {
  if (!anchors.has(first)) {
    let value = bytesOf(first);
    for (let at = 0; at < LENGTH; at++) value = valueAfter(value);
    anchors.set(first, hexOf(value));
  }
  return anchors.get(first);
}

// The anchor of a new chain: random, or from what a player types and 16 random bytes.
export function newAnchor(table, typed = "") {
  const first = hexOf(typed ? sha256(joined(textOf(typed), random(16))) : random(32));
  const chains = kept(CHAINS);
  const mine = [first, ...(chains.get(table) ?? [])].slice(0, 3);
  chains.delete(table);
  keep(CHAINS, chains.set(table, mine), 50);
  return anchorOf(first);
}

// A chain that was made and not announced yet, so that asking twice asks for the same.
const fresh = new Map();

function freshAnchor(table) {
  if (!fresh.has(table)) fresh.set(table, newAnchor(table));
  return fresh.get(table);
}

const tableOf = (address) => /^\/api\/tables\/([^/]+)\/(sit|place)$/.exec(address) ?? [];
const standing = () => document.querySelector("[data-noted]")?.dataset;
const own = () => document.querySelector("[data-own]")?.dataset;

// What a page adds to what a person asks for: an anchor to a seat, a seed to bets.
document.addEventListener("asks", ({ detail: { address, body } }) => {
  const [, table, command] = tableOf(address);
  if (command === "sit") body.anchor = freshAnchor(table);
  const stands = standing();
  if (command !== "place" || !Object.keys(body.bets).length || !stands) return;
  const bets = kept(BETS);
  const noted = bets.get(stands.noted) ?? {
    commitment: stands.commitment,
    seat: body.seat,
    seed: seedOf(table, own()?.chain)?.seed ?? "",
  };
  keep(BETS, bets.set(stands.noted, noted), 50);
  if (noted.seed) body.seed = noted.seed;
});

// A seat without a chain that this browser knows gets one: it counts from the next commitment.
let announced = "";

export async function announce(table, seat, anchor) {
  const token = document.querySelector('meta[name="fairdeal-token"]').content;
  const headers = { "content-type": "application/json", "x-fairdeal-token": token };
  const body = JSON.stringify({ seat, anchor });
  const answer = await fetch(`/api/tables/${table}/announce-seed`, { method: "POST", headers, body });
  return answer.ok;
}

function announceMissing() {
  const { table } = document.body.dataset;
  const { own: seat, chain, announced: coming } = own() ?? {};
  if (!seat || !table || announced === `${table} ${seat}`) return;
  const isKnown = (value) => (kept(CHAINS).get(table) ?? []).some((first) => anchorOf(first) === value);
  if (coming && isKnown(coming)) return;
  if ((seedOf(table, chain)?.left ?? 0) > FEW) return;
  announced = `${table} ${seat}`;
  announce(table, Number(seat), freshAnchor(table)).catch(() => {});
}

// When a round is over in which this page has bet, it checks the shuffle.
const verdicts = new Map(); // by table and round

const WORDS = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const wordsOf = (card) => `${WORDS[card >> 2]} of ${SUITS[card & 3]}`;
const seenIn = (part) =>
  [...document.querySelectorAll(`[data-part="${part}"] .card[aria-label]:not(.back)`)].map((each) =>
    each.getAttribute("aria-label"),
  );

// What lies in sight on this page lay at its places, too.
function* faultsInSight(told, noted) {
  const deck = bytesOf(told.deck);
  const held = (numbers) =>
    told.hands
      .filter(({ hand }) => numbers.includes(hand))
      .flatMap(({ places }) => places.map((place) => wordsOf(deck[place])));
  const mine = held([noted.seat]);
  if (!told.deck || !mine.length) return;
  for (const [part, cards] of [
    ["hero", mine],
    ["dealer", held([0, -2])],
  ]) {
    for (const each of seenIn(part)) {
      if (!cards.includes(each)) yield `You saw the ${each}, which did not lie there in the deck.`;
    }
  }
}

async function check(table, round, noted) {
  const answer = await fetch(`/api/tables/${table}/rounds/${round}`);
  if (!answer.ok) throw new Error("the round is not shown");
  const told = await answer.json();
  const isInSight = document.querySelector(`[data-verdict="${table}/${round}"]`) !== null;
  return [...faultsOf({ ...told, table, round }, noted), ...(isInSight ? faultsInSight(told, noted) : [])];
}

async function checkLast() {
  const { table } = document.body.dataset;
  const rounds = [...document.querySelectorAll("[data-over]")].map(({ dataset }) => dataset.over);
  for (const key of rounds) {
    const noted = kept(BETS).get(key);
    if (!noted || verdicts.has(key)) continue;
    verdicts.set(key, null);
    try {
      verdicts.set(key, { faults: await check(table, Number(key.split("/")[1]), noted), noted });
    } catch {
      verdicts.delete(key); // it is tried again when something changes
    }
  }
  paint();
}

function paint() {
  for (const line of document.querySelectorAll("[data-verdict]")) {
    const found = verdicts.get(line.dataset.verdict);
    if (!found || line.childElementCount) continue;
    const { faults, noted } = found;
    line.classList.toggle("bad", faults.length > 0);
    const link = document.createElement("a");
    link.href = "/shuffle";
    link.textContent = faults.length ? "The shuffle does not hold" : "Shuffle checked";
    const more = noted.seed ? ", with your seed." : ", without a seed of yours.";
    const rest = faults.length > 1 ? " “Check the shuffle” says more." : "";
    line.replaceChildren(link, faults.length ? `. ${faults[0]}${rest}` : more);
  }
}

// A player who wants a seed of their own types something.
function ask() {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Your seed for the shuffle");
  dialog.innerHTML = `
<form method="dialog" class="stack-v">
<h2>Your seed for the shuffle</h2>
<p>Your browser adds a random seed to every deck. Type anything here to make a new one from it, together with random
bytes. It counts from the next round on.</p>
<label class="field"><span>Anything</span><input class="input" name="typed" autocomplete="off" required></label>
<p role="status"></p>
<div class="row tight">
<button class="btn primary" type="submit">Use it</button>
<button class="btn" type="button" data-closes>Close</button>
</div>
</form>`;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { table } = document.body.dataset;
    const seat = Number(own()?.own ?? 0);
    const typed = dialog.querySelector("input").value;
    const isDone = seat > 0 && (await announce(table, seat, newAnchor(table, typed)).catch(() => false));
    dialog.querySelector("[role=status]").textContent = isDone
      ? "Your new seed counts from the next round on."
      : "Your seed was not announced. Sit down first, then try again.";
  });
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-seed]")) ask();
});

function look() {
  announceMissing();
  paint();
  checkLast();
}

document.addEventListener("put", look);
look();
