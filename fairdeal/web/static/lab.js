// The pages of the lab: what is typed is asked for at once, and the figures follow.  A long search
// says how far it is; the page asks again until it is over.
//
//   data-lab="name"     a part of the page that an answer replaces
//   data-choice         a field whose change makes another sheet, with other lines
//   data-sheet          a link to another sheet, opened in place
//   data-copy           a link that is copied when it is clicked
const form = document.querySelector("#lab");
const notices = document.querySelector("#lab-notices");
const page = [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join("-");
const PAUSE = 120; // milliseconds without a key before a sheet is asked for
const DIM = 200;
const COUNTING = 1000;
const AGAIN = 300; // milliseconds until a search that goes on is asked about again

const holder = (part) => document.querySelector(`[data-lab="${part}"]`);
const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

let asked = new AbortController();
let typing;
let waiting;

const path = form.getAttribute("action");
const typed = () => new URLSearchParams(new FormData(form)).toString();

async function show(query, { enters = false, again = enters } = {}) {
  clearTimeout(typing);
  clearTimeout(waiting);
  asked.abort();
  const mine = (asked = new AbortController());
  const figures = holder("figures");
  const took = holder("took").innerHTML;
  const goesOn = figures.querySelector("progress") !== null; // which says enough
  const dim = setTimeout(() => figures.classList.toggle("stale", !goesOn), DIM);
  const tell = setTimeout(() => {
    holder("took").innerHTML = '<span class="tag warn">Counting…</span>';
  }, COUNTING);
  const answer = await asks(query, mine.signal);
  clearTimeout(dim);
  clearTimeout(tell);
  if (mine !== asked) return;
  figures.classList.remove("stale");
  if (answer?.ok) put(answer.told, enters, again, query);
  else holder("took").innerHTML = took;
  notice(answer ? (answer.told.sentences ?? []).map(sentence).join(" ") : "");
}

// What the room says to a sheet; nothing where another one was asked for since.
async function asks(query, signal) {
  try {
    const answer = await fetch(`${path}/figures?${query}`, { signal, headers: { "x-fairdeal-page": page } });
    if (answer.status === 204) return null;
    if (answer.status === 401) location.href = `/sign-in?back=${encodeURIComponent(`${path}?${query}`)}`;
    return { ok: answer.ok, told: await answer.json() };
  } catch {
    return { ok: false, told: { sentences: ["the room cannot be reached; the figures are those from before"] } };
  }
}

function put(told, enters, again, query) {
  const { editor, ...rest } = told.parts;
  const progress = holder("figures").querySelector("progress");
  if (told.share !== undefined && told.share !== null) {
    waiting = setTimeout(() => show(query), AGAIN);
    if (progress) {
      progress.value = told.share;
      delete rest.figures; // what is focused there stays so
    }
  }
  for (const [part, html] of Object.entries(rest)) {
    const open = [...holder(part).querySelectorAll("details")].map((each) => each.open);
    if (part === "said") holder(part).textContent = html;
    else holder(part).innerHTML = html;
    [...holder(part).querySelectorAll("details")].forEach((each, place) => (each.open = open[place] ?? false));
  }
  const isOld = !enters && typed() !== query; // the user typed on: the next answer is already on its way
  if (!isOld && (again || form.elements.of.value !== told.of)) putEditor(editor);
  else for (const [name, said] of Object.entries(told.fields)) mark(name, said);
  const reset = document.querySelector("#reset");
  reset?.toggleAttribute("hidden", !told.changed);
  reset?.querySelector("a").setAttribute("href", `${path}${told.reset}`);
  const address = `${path}${told.address}`;
  if (enters) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

function putEditor(html) {
  const { id, selectionStart } = document.activeElement ?? {};
  holder("editor").innerHTML = html;
  const field = id ? document.getElementById(id) : null;
  field?.focus({ preventScroll: true });
  if (field?.type === "text") field.setSelectionRange(selectionStart, selectionStart);
}

// What is said of a field: what it was, what it means, or why it cannot be read.
function mark(name, { was, hint, fault }) {
  const field = document.getElementById(name);
  if (!field) return;
  const row = field.closest("tr");
  const before = document.getElementById(`${name}-was`);
  const means = document.getElementById(`${name}-hint`);
  const why = document.getElementById(`${name}-fault`);
  if (means) means.textContent = hint;
  field.classList.toggle("bad", fault !== "");
  if (fault) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (before) {
    before.hidden = was === "";
    before.textContent = was;
    field.classList.toggle("changed", was !== "");
    row.classList.toggle("hit", row.querySelector(".was:not([hidden])") !== null);
  }
  if (!why) return; // one sentence is said of both ends of a range
  why.hidden = fault === "";
  (why.querySelector("td") ?? why).textContent = sentence(fault);
}

function notice(text) {
  notices.replaceChildren();
  if (!text) return;
  const line = document.createElement("p");
  line.className = "notice bad";
  line.textContent = text;
  notices.append(line);
}

form.addEventListener("input", (event) => {
  clearTimeout(typing);
  if (event.target.matches("[data-choice]")) show(typed(), { enters: true });
  else typing = setTimeout(() => show(typed()), event.target.matches("select") ? 0 : PAUSE);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(typed());
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-sheet], a[data-copy]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if ("sheet" in link.dataset) {
    event.preventDefault();
    show(new URL(link.href).search.slice(1), { enters: true });
  } else if (navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(
      () => (link.textContent = "Link copied"),
      () => (location.href = link.href),
    );
  }
});

addEventListener("popstate", () => location.reload());

if ("counting" in form.dataset) {
  const asked = location.search.slice(1); // a long search that was asked for goes on
  show(new URLSearchParams(asked).has("search") ? asked : typed(), { again: true });
}
