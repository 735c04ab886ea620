// Parses delivery headers and secrets. It imports nothing from Node, so every runtime can use it.
// SPDX-License-Identifier: Apache-2.0
import { fromBase64, fromHex, toBytes, type Bytes } from '../bytes.ts';

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

/** Headers as in node:http or as in fetch. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export const defaultToleranceS = 300;

/** What one header claims: these bytes before the body, signed like this. */
export type Claim = {
  readonly timestamp: string;
  readonly prefix: string;
  readonly signatures: readonly Bytes[];
};

const unixSeconds = /^\d{1,12}$/;

/** `t=<unix seconds>,v1=<hex>`, possibly with more v1; unknown names are ignored. */
export function readServiceHeader(header: string | undefined): Claim {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t = '', ...more] = valuesOf('t');
  const signatures = valuesOf('v1').map((text) => fromHex(text) ?? new Uint8Array());
  if (!unixSeconds.test(t) || more.length > 0 || signatures.length === 0) {
    throw new WebhookRefused('header', 'X-Service-Signature is missing or not of the form t=<unix seconds>,v1=<hex>');
  }
  return { timestamp: t, prefix: `${t}.`, signatures };
}

/** The three Standard Webhooks headers: `v1,<base64>` entries separated by spaces; other versions are ignored. */
export function readStandardHeaders(headers: WebhookHeaders): Claim {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => fromBase64(entry.slice('v1,'.length)) ?? new Uint8Array());
  if (!unixSeconds.test(timestamp)) throw new WebhookRefused('header', 'webhook-timestamp is not in unix seconds');
  return { timestamp, prefix: `${id}.${timestamp}.`, signatures };
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value === undefined || value === '') throw new WebhookRefused('header', `${name} is missing`);
  return value;
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header that occurs once; some frameworks keep the original case of header names. */
export function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = Object.entries(headers as HeaderRecord).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

export const listSecrets = (secret: Secrets): readonly string[] => (typeof secret === 'string' ? [secret] : secret);

/** Kinds whose key is the text itself. `_` is not in the base64 alphabet, so no other kind starts like this. */
const textPrefixes = ['whsec_gap_', 'whsec_agent_'];

const isText = (secret: string): boolean => textPrefixes.some((prefix) => secret.startsWith(prefix));
/** Only these sign the Standard Webhooks headers. */
export const isStandard = (secret: string): boolean => !isText(secret);

export function hmacKey(secret: string): Bytes {
  if (isText(secret)) return toBytes(secret);
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = decodeSecret(base64);
  if (key.length === 0) throw new WebhookRefused('secret', 'a secret is neither of the two kinds');
  return key;
}

/** Lenient about padding, like the standard's libraries. */
function decodeSecret(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64.replace(/(?<!=)=+$/, '')), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Both sides in whole seconds: 300 apart is accepted, 301 is not. */
export function requireFresh({ timestamp }: Claim, now = new Date(), toleranceSeconds = defaultToleranceS): void {
  const apart = Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp));
  // Written so that an invalid date is refused too.
  if (!(apart <= toleranceSeconds)) {
    throw new WebhookRefused('timestamp', `signed more than ${toleranceSeconds} seconds from now`);
  }
}
