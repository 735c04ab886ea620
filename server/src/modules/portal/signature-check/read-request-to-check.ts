import type { SignedRequest } from '#lib/signature-diagnosis/signed-request';
import { bodyTooLarge, nothingToCheck, unreadablePaste } from './errors.ts';
import { headerOf, mendPaste, readPasted, toTarget, toWire, type PastedRequest } from './rules.ts';
import { pastedMax, type RequestToCheck } from './schemas.ts';

export type ReadToCheck = {
  readonly request: SignedRequest;
  /** When the request arrived, if the log has it. */
  readonly sentAt: Date | undefined;
  /** The code that refused the request, if the log has it. */
  readonly code: string | undefined;
  /** How much of the body is available. */
  readonly body: 'whole' | 'none' | 'cut' | 'of another length';
};

/** The request to check, read from one pasted text or from its parts. */
export function readRequestToCheck(input: RequestToCheck): ReadToCheck {
  const pasted = input.raw === undefined ? readParts(input) : readPasted(input.raw);
  if (pasted === undefined) throw unreadablePaste();
  const given = readBody(input) ?? pasted.body;
  if (given !== undefined && given.length > pastedMax) throw bodyTooLarge(input.raw === undefined ? 'body' : 'raw');
  const { method, target, rawHeaders } = pasted;
  const parts = { method: method.toUpperCase(), target, rawHeaders };
  const unknown = { sentAt: undefined, code: undefined };
  // A missing body cannot be hashed, unless the headers show that it is empty.
  if (given === undefined) return { ...unknown, request: { ...parts, body: undefined }, body: 'none' };
  const isBytes = input.body_base64 !== undefined;
  const mended = isBytes ? { body: given, isExact: true } : mendPaste(given, headerOf(rawHeaders, 'content-length'));
  return {
    ...unknown,
    request: { ...parts, body: mended.body },
    body: mended.isExact ? 'whole' : 'of another length',
  };
}

function readParts({ method, url, headers }: RequestToCheck): PastedRequest {
  if (method === undefined || url === undefined || headers === undefined) throw nothingToCheck();
  const rawHeaders = headers.flatMap(({ name, value }) => [name, toWire(value)]);
  return { method, target: toTarget(url), rawHeaders, body: undefined };
}

function readBody({ body, body_base64: base64 }: RequestToCheck): Buffer | undefined {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return body === undefined ? undefined : Buffer.from(body);
}
