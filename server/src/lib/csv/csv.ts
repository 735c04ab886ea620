/** Spreadsheets execute a field that begins with one of these as a formula. */
const formula = /^[=+\-@\t\r\n]/;

/** Rows by RFC 4180. A text that could be read as a formula gets a leading apostrophe; numbers stay numbers. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
