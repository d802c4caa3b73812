// The form in which a table is opened or changed: edges, designator and faults follow the choice.
//
//   data-forms="/floor/form?game="    a choice whose value names the form that is put in
//   data-limit="ante"                 the fields of one limit, written as one: 5-100/5
//   data-edge="pair-plus A"           where the edge of a pay table stands
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const AGAIN = 1000; // milliseconds until what is still being counted is asked for again
let asking = 0;
let later;

function element(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

// A bet that is not offered keeps what was typed, for the case that it is offered after all.
function compose(limit) {
  const offered = $("[data-offered]", limit)?.checked ?? true;
  const [least, most, step] = ["least", "most", "step"].map((part) => {
    const field = $(`[data-bound="${part}"]`, limit);
    field.disabled = !offered;
    return field.value.trim().replace("$", "");
  });
  const span = most && most !== least ? `${least}-${most}` : least;
  $('[type="hidden"]', limit).value = offered ? (step ? `${span}/${step}` : span) : "none";
}

function show(form, told) {
  const tag = $("[data-designator]");
  tag.textContent = told.designator;
  tag.hidden = !told.designator;
  for (const place of $$("[data-edge]", form)) {
    const edge = told.edges[place.dataset.edge];
    if (edge) place.replaceChildren(edge[0], element("small", edge[1]));
  }
  for (const place of $$("[data-per]", form)) {
    place.textContent = told.per[place.dataset.per] ? `, ${told.per[place.dataset.per]}` : "";
  }
  const shown = new Set($$("[data-edge]", form).map((place) => place.dataset.edge));
  const others = $("[data-others]", form);
  others.replaceChildren(
    ...Object.entries(told.edges).filter(([name]) => !shown.has(name)).flatMap(([name, [percent, exact]]) => {
      const value = element("dd", percent);
      value.append(" ", element("small", exact, "mono muted"));
      return [element("dt", `${sentence(name.replaceAll("-", " ")).slice(0, -1)}, ${told.per[name]}`), value];
    }),
  );
  others.hidden = !others.children.length;
  for (const limit of $$("[data-limit]", form)) {
    const fault = told.fields[limit.dataset.limit];
    $(".hint", limit).textContent = fault ? sentence(fault) : "";
    for (const field of $$("[data-bound]", limit)) {
      field.classList.toggle("bad", Boolean(fault));
      field.setAttribute("aria-invalid", Boolean(fault));
    }
  }
  $("[data-liability]", form).textContent = told.liability;
  $("[data-faults]", form).replaceChildren(
    ...told.faults.map((fault) => element("p", sentence(fault), "notice warn")),
  );
}

async function check(form) {
  clearTimeout(later);
  const mine = ++asking;
  $$("[data-limit]", form).forEach(compose);
  const fields = new URLSearchParams(new FormData(form));
  fields.set("game", $("[data-game]", form).value);
  const answer = await fetch(`/api/floor/check?${fields}`).catch(() => null);
  if (mine !== asking) return; // something was changed meanwhile, and asked about again
  if (!answer?.ok) {
    later = setTimeout(() => check(form), 5 * AGAIN);
    return;
  }
  const told = await answer.json();
  show(form, told);
  if (told.counting) later = setTimeout(() => check(form), AGAIN);
}

async function put(choice) {
  const answer = await fetch(choice.dataset.forms + encodeURIComponent(choice.value)).catch(() => null);
  if (!answer?.ok) return;
  $("[data-form]").innerHTML = await answer.text();
  check($("[data-setup]"));
}

document.addEventListener("change", (event) => {
  if (event.target.dataset.forms) put(event.target);
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-setup]");
  if (!form) return;
  $$("[data-limit]", form).forEach(compose);
  $("[role=alert]", form).replaceChildren(); // it was said of what stood there before
  clearTimeout(later);
  later = setTimeout(() => check(form), 150);
});

// What was asked of all tables is reported table by table.
document.addEventListener("done", (event) => {
  const { tables } = event.detail.told;
  if (!tables) return;
  const alike = new Map(); // tables of which the same is to be said
  for (const each of tables) {
    const said = `${each.sentence}.`;
    alike.set(said, [...(alike.get(said) ?? [each.done ? "✓" : "✕"]), each.table]);
  }
  const lines = element("ul", "");
  lines.append(...[...alike].map(([said, [mark, ...names]]) => element("li", `${mark} ${names.join(", ")}: ${said}`)));
  const place = element("div", "", `notice ${tables.every((each) => each.done) ? "ok" : "warn"}`);
  place.append(lines);
  $("#told").replaceChildren(place);
});

if ($("[data-setup]")) check($("[data-setup]"));
