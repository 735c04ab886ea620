// Other serializations of a body with the same or nearly the same meaning, which a library may have hashed.
import type { MistakeCode } from './mistakes.ts';

type FormName = Extract<MistakeCode, `body.${string}`> extends `body.${infer Name}` ? Name : never;

export type BodyForm = { readonly name: Exclude<FormName, 'changed'>; readonly bytes: Buffer };

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Larger bodies are not reserialized, because it would delay other requests. */
const bytesMax = 262_144;

/** The forms that differ from the body itself; several may have one name. */
export function listBodyForms(body: Buffer): BodyForm[] {
  const forms = [...listPlainForms(body), ...(body.length > bytesMax ? [] : listJsonForms(body))];
  return forms.filter(({ bytes }) => !bytes.equals(body));
}

function listPlainForms(body: Buffer): BodyForm[] {
  const text = body.toString('latin1');
  const of = (name: BodyForm['name'], written: string) => ({ name, bytes: Buffer.from(written, 'latin1') });
  const marked = body.subarray(0, 3).equals(byteOrderMark);
  return [
    { name: 'empty', bytes: Buffer.alloc(0) },
    of('final_newline', `${text}\n`),
    of('final_newline', `${text}\r\n`),
    of('final_newline', text.replace(/\r?\n$/, '')),
    of('crlf', text.replaceAll(/\r?\n/g, '\r\n')),
    of('crlf', text.replaceAll('\r\n', '\n')),
    { name: 'byte_order_mark', bytes: marked ? body.subarray(3) : Buffer.concat([byteOrderMark, body]) },
  ];
}

function listJsonForms(body: Buffer): BodyForm[] {
  try {
    return writeForms(JSON.parse(body.toString()));
  } catch {
    // Not JSON, or nested deeper than we can write.
    return [];
  }
}

function writeForms(value: unknown): BodyForm[] {
  const of = (name: BodyForm['name'], text: string): BodyForm[] => [
    { name, bytes: Buffer.from(text) },
    ...(/[\u0080-\uffff]/.test(text) ? [{ name: 'escaped' as const, bytes: Buffer.from(escape(text)) }] : []),
  ];
  const sorted = sort(value);
  return [
    ...of('compact', JSON.stringify(value)),
    ...[2, 4, '\t'].flatMap((indent) => {
      const pretty = JSON.stringify(value, null, indent);
      return [...of('pretty', pretty), ...of('pretty', `${pretty}\n`)];
    }),
    ...of('spaced', write(value)),
    ...of('sorted', JSON.stringify(sorted)),
    ...of('sorted', write(sorted)),
  ];
}

const escape = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As Python's json.dumps writes it: with a space after each colon and comma. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${write(member)}`)
    .join(', ')}}`;
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sort(member)]));
}
