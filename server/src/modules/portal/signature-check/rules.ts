// What was pasted, as a request: every reading here is of text that somebody copied out of a tool.
import type { Limit } from '#platform/limits';

/** Looking for a mistake takes up to 6,000 verifications; nobody mends their signer more often than this. */
export const perMinute: Limit = { name: 'signature_doctor', points: 60, windowS: 60, whenStoreIsGone: 'refuse' };

export type PastedRequest = {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | undefined;
};

const requestLine = /^([A-Za-z]{1,10}) (\S{1,4096})(?: HTTP\/[\d.]+)?$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}):(.*)$/;

/** What curl -v prints of the request: lines that begin with a bracket. Others are its own notes and the answer. */
function unwrapCurl(text: string): string {
  const lines = text.split(/\r?\n/);
  const sent = lines.filter((line) => /^>( |$)/.test(line)).map((line) => line.slice(2));
  return sent.some((line) => requestLine.test(line)) ? sent.join('\n') : text;
}

/** Undefined when there is no request line. */
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

/** Names and values in turn, as on the wire: other characters than ASCII are bytes of UTF-8. */
export const readHeaderLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [, name, value] = headerLine.exec(line.replace(/^[<>] /, '')) ?? [];
    return name === undefined || value === undefined
      ? []
      : [name, toWire(value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))];
  });

export const toWire = (text: string): string => Buffer.from(text).toString('latin1');

/** What is behind the host of an address. */
export const toTarget = (address: string): string => {
  const target = address.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
};

export const headerOf = (rawHeaders: readonly string[], name: string): string | undefined => {
  const at = rawHeaders.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
};

/**
 * The body as it was probably sent. Copying a text changes line ends and the last line break, and Content-Length says how long
 * it was: the form that has this length is taken. What the length does not prove is left as it is.
 */
export function mendPaste(body: Buffer, contentLength: string | undefined): { body: Buffer; isExact: boolean } {
  const length = /^\d{1,9}$/.test(contentLength ?? '') ? Number(contentLength) : undefined;
  if (length === undefined || body.length === length) return { body, isExact: true };
  const bare = withoutLastBreaks(body.toString());
  const unix = bare.replaceAll('\r\n', '\n');
  // No form is shorter.
  if (Buffer.byteLength(unix) > length) return { body, isExact: false };
  // Joined: replaceAll takes three times as long where most characters are line breaks.
  const forms = [bare, unix, unix.split('\n').join('\r\n')].flatMap((form) => [form, `${form}\n`, `${form}\r\n`]);
  const mended = forms.find((form) => Buffer.byteLength(form) === length);
  return mended === undefined ? { body, isExact: false } : { body: Buffer.from(mended), isExact: true };
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= text.charAt(end - 2) === '\r' ? 2 : 1;
  return text.slice(0, end);
}

/** The parameters of a signature that say when and by whom; undefined where they cannot be read. */
export function readClaims(rawHeaders: readonly string[]) {
  const input = headerOf(rawHeaders, 'signature-input') ?? '';
  const created = /;\s*created=(\d{1,15})(?=;|$)/.exec(input)?.[1];
  return {
    keyid: /;\s*keyid="([^"]{1,255})"/.exec(input)?.[1],
    nonce: /;\s*nonce="([^"]{1,255})"/.exec(input)?.[1],
    created: created === undefined ? undefined : Number(created),
  };
}

/** Later than any date in seconds. */
const secondsMax = 100_000_000_000;

/**
 * By which time `created` is judged. A paste may be old, so of one that is not ahead of us nothing can be said unless its
 * sender says when it left; what is ahead of us now was ahead of us then.
 */
export function judgedAt(created: number | undefined, now: Date): { at: Date; isKnown: boolean } {
  if (created === undefined || created > secondsMax) return { at: now, isKnown: true };
  const isPast = created * 1000 <= now.getTime();
  return isPast ? { at: new Date(created * 1000), isKnown: false } : { at: now, isKnown: true };
}
