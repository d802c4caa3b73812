// Amounts, as people read and type them; the scripts of all pages count in cents.

// As the room prints them: whole dollars without cents.
export function dollars(cents) {
  const [all, sign] = [Math.abs(cents), cents < 0 ? "\u2212" : ""];
  const rest = all % 100 ? `.${String(all % 100).padStart(2, "0")}` : "";
  return `${sign}$${Math.trunc(all / 100).toLocaleString("en-US")}${rest}`;
}

// The cents of what was typed, such as 25, 12.50 or $1,000; null where it is no amount.
export function centsOf(text) {
  const found = /^\$?(\d{1,9})(?:\.(\d\d))?$/.exec(text.trim().replaceAll(",", ""));
  return found && Number(found[1]) * 100 + Number(found[2] ?? 0);
}
