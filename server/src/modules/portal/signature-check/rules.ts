// Reads a pasted text as a request. All the text here was copied out of some tool by a person.
import type { Limit } from '#platform/limits';

/** A search takes up to 6,000 verifications, and no one fixes their signer more often than this. */
export const perMinute: Limit = { name: 'signature_doctor', points: 60, windowS: 60, whenStoreIsGone: 'refuse' };

export type PastedRequest = {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | undefined;
};

const requestLine = /^([A-Za-z]{1,10}) (\S{1,4096})(?: HTTP\/[\d.]+)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}):(.*)$/;

/**
 * Extracts the request from curl -v output: the lines that begin with an angle bracket. The other lines are curl's notes and
 * the response.
 */
function unwrapCurl(text: string): string {
  const lines = text.split(/\r?\n/);
  const sent = lines.filter((line) => /^>( |$)/.test(line)).map((line) => line.slice(2));
  return sent.some((line) => requestLine.test(line)) ? sent.join('\n') : text;
}

/** Undefined if there is no request line. */
export function readPasted(text: string): PastedRequest | undefined {
  const plain = unwrapCurl(text.replace(/^\s+/, ''));
  const [head = '', ...rest] = plain.split(/\r?\n\r?\n/);
  const end = head.length + (/^\r?\n\r?\n/.exec(plain.slice(head.length))?.[0].length ?? 0);
  const [first = '', ...lines] = head.split(/\r?\n/);
  const [, method, address] = requestLine.exec(first.trim()) ?? [];
  if (method === undefined || address === undefined) return undefined;
  const body = rest.length === 0 ? undefined : Buffer.from(plain.slice(end));
  return { method, target: toTarget(address), rawHeaders: readHeaderLines(lines), body };
}

/** Alternating names and values, as on the wire: non-ASCII characters become UTF-8 bytes. */
export const readHeaderLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [, name, value] = headerLine.exec(line.replace(/^[<>] /, '')) ?? [];
    return name === undefined || value === undefined
      ? []
      : [name, toWire(value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))];
  });

export const toWire = (text: string): string => Buffer.from(text).toString('latin1');

/** The part of a URL after the host. */
export const toTarget = (address: string): string => {
  const target = address.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
};

export const headerOf = (rawHeaders: readonly string[], name: string): string | undefined => {
  const at = rawHeaders.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
};

/**
 * The body as it was probably sent. Copying changes line ends and the last line break. Content-Length gives the original
 * length, so the form with that length is used. If no form has it, the body stays as pasted.
 */
export function mendPaste(body: Buffer, contentLength: string | undefined): { body: Buffer; isExact: boolean } {
  const length = /^\d{1,9}$/.test(contentLength ?? '') ? Number(contentLength) : undefined;
  if (length === undefined || body.length === length) return { body, isExact: true };
  const bare = withoutLastBreaks(body.toString());
  const unix = bare.replaceAll('\r\n', '\n');
  // This is the shortest form.
  if (Buffer.byteLength(unix) > length) return { body, isExact: false };
  // Split and join, since replaceAll takes three times as long on text that is mostly line breaks.
  const forms = [bare, unix, unix.split('\n').join('\r\n')].flatMap((form) => [form, `${form}\n`, `${form}\r\n`]);
  const mended = forms.find((form) => Buffer.byteLength(form) === length);
  return mended === undefined ? { body, isExact: false } : { body: Buffer.from(mended), isExact: true };
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= text.charAt(end - 2) === '\r' ? 2 : 1;
  return text.slice(0, end);
}

/** The signature parameters that give time and signer; undefined if unreadable. */
export function readClaims(rawHeaders: readonly string[]) {
  const input = headerOf(rawHeaders, 'signature-input') ?? '';
  const created = /;\s*created=(\d{1,15})(?=;|$)/.exec(input)?.[1];
  return {
    keyid: /;\s*keyid="([^"]{1,255})"/.exec(input)?.[1],
    nonce: /;\s*nonce="([^"]{1,255})"/.exec(input)?.[1],
    created: created === undefined ? undefined : Number(created),
  };
}

/** Larger than any date in seconds. */
const secondsMax = 100_000_000_000;

/**
 * The time to compare `created` with. A paste may be old, so a time in the past proves nothing unless the sender tells when
 * the request was sent. A time that is in the future now was in the future then too.
 */
export function judgedAt(created: number | undefined, now: Date): { at: Date; isKnown: boolean } {
  if (created === undefined || created > secondsMax) return { at: now, isKnown: true };
  const isPast = created * 1000 <= now.getTime();
  return isPast ? { at: new Date(created * 1000), isKnown: false } : { at: now, isKnown: true };
}
