// What is wrong with the way a table page lies on the screen, in sentences.
//
// touch: the least width and height of what is pressed, in pixels; 0 where a mouse presses it
({ touch }) => {
  const SLACK = 1; // fractions of a pixel add up
  const PIECES = `
    .seat .head > *, .seat .card, .seat .reads, .seat .bets > div, .seat.empty > *,
    .dealer .who-d, .dealer .card, .dealer .why, .say, .mid text, .mid .meter, .legend-line,
    .hero .card, .hero > p, .spot .ring, .spot .name, .spot > .amt, .spot > .result, .spot .lammer,
    .spot .award, .spot .why, .eq, .bar .money > div, .bar .elsewhere, .bar .clock, .bar .btn,
    .bar .label, .bar .tray button, .top > *, .top-right > *`;
  const HOLDERS = `
    button, .btn, .ring, .seat, .say, .tag, .spot, .meter, .hero, .bar, .side, .top, .felt`;
  const IN_SIGHT = ".hero .card, .spot .ring, .bar .btn, .bar .clock, .say";

  const faults = new Set();
  const isShown = (each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.closest(".vh, .skip, .sprite");
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 0 && height > 0 && isShown(each);
    });
  const isEmpty = (each) =>
    !each.textContent.trim() && !each.matches(".card, .ring, button") && !each.querySelector("svg");
  const told = (each) => {
    const words = (each.getAttribute("aria-label") ?? each.textContent).trim();
    const name = [each.tagName.toLowerCase(), ...each.classList].join(".");
    return `${name} "${words.replace(/\s+/g, " ").slice(0, 40)}"`;
  };
  const at = ({ left, top, right, bottom }) => `(${[left, top, right, bottom].map(Math.round)})`;
  const textBox = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range;
  };

  // Nothing lies over anything else, unless it is a part of it.
  const pieces = shown(PIECES)
    .filter((each) => !isEmpty(each))
    .map((each) => [each, each.getBoundingClientRect()]);
  const areCurved = (...both) => both.every((each) => each.matches(".mid text"));
  for (const [place, [one, box]] of pieces.entries()) {
    for (const [other, its] of pieces.slice(place + 1)) {
      if (one.contains(other) || other.contains(one) || areCurved(one, other)) continue;
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > SLACK && high > SLACK) {
        faults.add(`${told(one)} ${at(box)} and ${told(other)} ${at(its)} overlap`);
      }
    }
  }

  // Everything is on its felt, whose lower corners are round, or in its bar.
  const isOn = (holder, { left, right, top, bottom }) => {
    const box = holder.getBoundingClientRect();
    if (left < box.left - SLACK || right > box.right + SLACK) return false;
    if (top < box.top - SLACK || bottom > box.bottom + SLACK) return false;
    const radius = getComputedStyle(holder).borderBottomLeftRadius.split(" ").map(parseFloat);
    const [across, down] = [radius[0], radius.at(-1)];
    const low = bottom - (box.bottom - down);
    if (low <= 0 || !across) return true;
    const inset = across * (1 - Math.sqrt(Math.max(0, 1 - (low / down) ** 2)));
    return left >= box.left + inset - SLACK && right <= box.right - inset + SLACK;
  };
  for (const [each, box] of pieces) {
    const holder = each.closest(".felt, .bar, .top");
    if (!isOn(holder, box)) faults.add(`${told(each)} ${at(box)} is not on ${holder.className}`);
  }
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) faults.add(`the page is ${beyond} px wider than the window`);

  // No text is cut off, or runs out of what holds it; what scrolls may be longer.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    const holder = parent.closest(HOLDERS);
    if (!node.data.trim() || !holder || !isShown(parent)) continue;
    if (parent.closest("textPath, script, dialog, .award")) continue;
    if (touch && parent.matches(".nm")) continue; // a name may be long, and a seat narrow
    const [range, its] = [textBox(node), holder.getBoundingClientRect()];
    if (!range.getClientRects().length) continue;
    const box = range.getBoundingClientRect();
    const tall = Math.max(its.top - box.top, box.bottom - its.bottom);
    const wide = Math.max(its.left - box.left, box.right - its.right);
    if (Math.max(wide, holder.matches(".side") ? 0 : tall) > SLACK) {
      faults.add(`"${node.data.trim()}" ${at(box)} runs out of ${told(holder)} ${at(its)}`);
    }
    const isCut = getComputedStyle(parent).overflowX !== "visible";
    if (isCut && parent.scrollWidth > parent.clientWidth + SLACK) {
      faults.add(`"${node.data.trim()}" is cut off`);
    }
  }
  for (const each of shown(".spot:not(.opt) .odds")) {
    const ring = each.closest(".ring").getBoundingClientRect();
    const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
    for (const line of textBox(each).getClientRects()) {
      for (const left of [line.left, line.right]) {
        for (const top of [line.top + 3, line.bottom - 3]) { // letters are lower than their line
          const out = Math.hypot(left - x, top - y) - ring.width / 2;
          if (out > 0) faults.add(`${told(each)} runs over its ring`);
        }
      }
    }
  }
  for (const each of shown(".mid:not(.meters) text")) {
    const path = document.querySelector(each.querySelector("textPath").getAttribute("href"));
    if (each.getComputedTextLength() > path.getTotalLength()) {
      faults.add(`"${each.textContent.trim()}" is longer than its line`);
    }
  }

  for (const each of touch ? shown("button:enabled, a[href], summary, input, select") : []) {
    const { width, height } = each.getBoundingClientRect();
    const isInSentence = each.matches("p a");
    if (!isInSentence && Math.min(width, height) < touch - SLACK / 2) {
      faults.add(`${told(each)} is ${Math.round(width)} x ${Math.round(height)}: too small`);
    }
  }
  for (const each of shown(IN_SIGHT)) {
    const box = each.getBoundingClientRect();
    if (box.top < -SLACK || box.bottom > innerHeight + SLACK) {
      faults.add(`${told(each)} ${at(box)} is not in sight`);
    }
  }
  return [...faults];
}
