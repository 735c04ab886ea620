// Verifies webhook deliveries. It imports only node:crypto; you can copy this file.
// SPDX-License-Identifier: Apache-2.0
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Why a delivery was refused. Respond to all of them the same way: the reason is for your log, not for the sender. */
export type RefusalReason =
  /** A signature header is missing or cannot be read. */
  | 'header'
  /** The delivery was signed too long ago, or too far ahead of your clock. */
  | 'timestamp'
  /** No signature matches: the body was changed, or another secret signed it. */
  | 'signature'
  /** None of your secrets can verify this header; check how they are stored. */
  | 'secret';

/** Thrown for a delivery that must not be trusted. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The body exactly as it arrived. Never a parsed and re-serialized body: one changed space breaks the signature. */
export type RawBody = string | Uint8Array;

/** One secret, or the old and the new one during the overlap of a rotation: a match with either is enough. */
export type Secrets = string | readonly string[];

export type ServiceSignature = {
  /** The value of `X-Service-Signature`. */
  readonly header: string | undefined;
  readonly body: RawBody;
  /** As it was shown to you: `whsec_gap_…`, `whsec_agent_…`, or `whsec_` followed by base64. */
  readonly secret: Secrets;
  /** The time on your clock; default: now. */
  readonly now?: Date;
  /** How far the time of signing may be from your clock; default: 300. */
  readonly toleranceSeconds?: number;
};

/** Headers as in node:http or as in fetch. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type StandardWebhook = {
  /** Includes `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly headers: WebhookHeaders;
  readonly body: RawBody;
  /** `whsec_` followed by base64; other kinds do not sign these headers and are ignored. */
  readonly secret: Secrets;
  /** The time on your clock; default: now. */
  readonly now?: Date;
};

const defaultToleranceS = 300;

/**
 * Verifies `X-Service-Signature`, which every delivery has; throws `WebhookRefused` unless it is genuine and recent.
 *
 * ```ts
 * verifyServiceSignature({ header: request.headers['x-service-signature'], body, secret });
 * ```
 */
export function verifyServiceSignature({ header, body, secret, ...clock }: ServiceSignature): void {
  const { t, signatures } = readServiceHeader(header);
  requireFresh(t, clock.now, clock.toleranceSeconds);
  const keys = listOf(secret).map(hmacKey);
  requireMatch(keys, [`${t}.`, body], signatures);
}

/**
 * Verifies the three Standard Webhooks headers, which an endpoint with a `whsec_` + base64 secret gets; throws
 * `WebhookRefused` unless they are genuine and recent. Any library of that standard does the same.
 */
export function verifyStandardWebhook({ headers, body, secret, now }: StandardWebhook): void {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = entriesOf(readHeader(headers, 'webhook-signature'));
  if (!unixSeconds.test(timestamp)) throw new WebhookRefused('header', 'webhook-timestamp is not in unix seconds');
  requireFresh(timestamp, now, defaultToleranceS);
  const keys = listOf(secret).filter(isStandard).map(hmacKey);
  requireMatch(keys, [`${id}.${timestamp}.`, body], signatures);
}

const unixSeconds = /^\d{1,12}$/;

/** `t=<unix seconds>,v1=<hex>`, possibly with more v1; unknown names are ignored. */
function readServiceHeader(header: string | undefined): { t: string; signatures: Buffer[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t = '', ...more] = valuesOf('t');
  const signatures = valuesOf('v1').map((text) => decode(text, 'hex'));
  if (!unixSeconds.test(t) || more.length > 0 || signatures.length === 0) {
    throw new WebhookRefused('header', 'X-Service-Signature is missing or not of the form t=<unix seconds>,v1=<hex>');
  }
  return { t, signatures };
}

/** `v1,<base64>` entries separated by spaces; other versions are ignored. */
const entriesOf = (header: string): Buffer[] =>
  header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => decode(entry.slice('v1,'.length), 'base64'));

/** Decoders skip invalid characters; a text that is not the exact encoding of its bytes matches nothing. */
function decode(text: string, encoding: 'hex' | 'base64'): Buffer {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : Buffer.alloc(0);
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : namedIn(headers as HeaderRecord, name);
  if (typeof value !== 'string' || value === '') throw new WebhookRefused('header', `${name} is missing`);
  return value;
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Some frameworks keep the original case of header names. */
const namedIn = (headers: HeaderRecord, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const listOf = (secret: Secrets): readonly string[] => (typeof secret === 'string' ? [secret] : secret);

/** Kinds whose key is the text itself. `_` is not in the base64 alphabet, so no other kind starts like this. */
const textPrefixes = ['whsec_gap_', 'whsec_agent_'];

const isText = (secret: string): boolean => textPrefixes.some((prefix) => secret.startsWith(prefix));
const isStandard = (secret: string): boolean => !isText(secret);

function hmacKey(secret: string): Buffer {
  if (isText(secret)) return Buffer.from(secret, 'utf8');
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length === 0) throw new WebhookRefused('secret', 'a secret is neither of the two kinds');
  return key;
}

/** Both sides in whole seconds: 300 apart is accepted, 301 is not. */
function requireFresh(t: string, now = new Date(), toleranceSeconds = defaultToleranceS): void {
  const apart = Math.abs(Math.floor(now.getTime() / 1000) - Number(t));
  // Written so that an invalid date is refused too.
  if (!(apart <= toleranceSeconds)) {
    throw new WebhookRefused('timestamp', `signed more than ${toleranceSeconds} seconds from now`);
  }
}

/** Compares every key with every signature in constant time, so that the duration reveals nothing. */
function requireMatch(keys: readonly Buffer[], signed: readonly RawBody[], signatures: readonly Buffer[]): void {
  if (keys.length === 0) throw new WebhookRefused('secret', 'none of the secrets can verify this header');
  let matched = false;
  for (const key of keys) {
    const hmac = createHmac('sha256', key);
    for (const part of signed) hmac.update(part);
    const expected = hmac.digest();
    for (const signature of signatures) {
      const equal = signature.length === expected.length && timingSafeEqual(signature, expected);
      matched = equal || matched;
    }
  }
  if (!matched) throw new WebhookRefused('signature', 'no signature matches');
}
