import { wrongUse } from '../command-failed.ts';
import { headerOf, readHeaderLines } from './read-input.ts';

export type Capture = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The origin, if the capture has a full URL. */
  readonly origin: string | undefined;
  readonly rawHeaders: string[];
  readonly body: Buffer | undefined;
};

/** A request as sent: its request line, its headers, an empty line, its body. */
export function readCapture(bytes: Buffer): Capture {
  // latin1 keeps every byte, so the body stays unchanged.
  const text = bytes.toString('latin1');
  const [, head = text, end = ''] = /^([\s\S]*?)(\r?\n\r?\n|$)/.exec(text) ?? [];
  const [first = '', ...lines] = head.split(/\r?\n/);
  const [, method, address] = /^\s*(?:[<>]\s*)?([A-Za-z]+)\s+(\S+)/.exec(first) ?? [];
  if (method === undefined || address === undefined)
    throw wrongUse('The file does not begin with a line such as POST /api/gap/v1/referrals HTTP/1.1.');
  const rawHeaders = readHeaderLines(lines.join('\n'));
  const rest = bytes.subarray(head.length + end.length);
  const body = end === '' ? undefined : mend(rest, headerOf(rawHeaders, 'content-length'));
  return { method: method.toUpperCase(), ...readAddress(address), rawHeaders, body };
}

function readAddress(address: string): { target: string; origin: string | undefined } {
  const [, origin, target] = /^(https?:\/\/[^/?#]+)(.*)/.exec(address) ?? [];
  return origin === undefined ? { target: address, origin: undefined } : { target: target || '/', origin };
}

/** Editors end a file with a line break that was not part of the body. */
function mend(body: Buffer, declared: string | undefined): Buffer {
  if (declared === undefined || !/^\d+$/.test(declared)) return body;
  const extra = body.length - Number(declared);
  const ending = body.subarray(Math.max(0, Number(declared))).toString('latin1');
  return extra > 0 && /^[\r\n]{1,2}$/.test(ending) ? body.subarray(0, Number(declared)) : body;
}
