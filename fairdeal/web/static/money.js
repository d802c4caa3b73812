// Amounts, as people read and type them; the scripts of all pages count in cents.

// As the room prints them: whole dollars without cents.
export function dollars(cents) {
  const [all, sign] = [Math.abs(cents), cents < 0 ? "\u2212" : ""];
  const rest = all % 100 ? `.${String(all % 100).padStart(2, "0")}` : "";
  return `${sign}$${Math.trunc(all / 100).toLocaleString("en-US")}${rest}`;
}

// The cents of what was typed, such as 25, 12.50 or $1,000; null where it is not an amount.
export function centsOf(text) {
  // A comma groups thousands and nothing else: 2,50 may be meant as $2.50, so it is not an amount.
  const found = /^\$?(\d{1,3}(?:,\d{3}){1,2}|\d{0,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found || !(found[1] || found[2])) return null;
  return Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
