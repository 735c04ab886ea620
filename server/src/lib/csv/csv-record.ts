/**
 * The fields of one record by RFC 4180; undefined when its last quoted field is still open, which the next line may
 * close. A quote inside an unquoted field is an ordinary character.
 */
export function parseCsvRecord(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',');
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const field = text.charAt(at) === '"' ? readQuoted(text, at + 1) : readPlain(text, at);
    if (field === undefined) return undefined;
    fields.push(field.value);
    if (field.end >= text.length) return fields;
    at = field.end + 1;
  }
}

type Field = { readonly value: string; readonly end: number };

function readPlain(text: string, start: number): Field {
  const comma = text.indexOf(',', start);
  const end = comma === -1 ? text.length : comma;
  return { value: text.slice(start, end), end };
}

/** Two quotes are an escaped one; text between the closing quote and the comma still belongs to the field. */
function readQuoted(text: string, start: number): Field | undefined {
  let value = '';
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    value += text.slice(at, quote);
    if (text.charAt(quote + 1) !== '"') {
      const rest = readPlain(text, quote + 1);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}
