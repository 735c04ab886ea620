/** Programs that open tables run a field that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r\n]/;

/** Rows as RFC 4180 writes them. A text that could be taken for a formula is led by an apostrophe; numbers stay numbers. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
