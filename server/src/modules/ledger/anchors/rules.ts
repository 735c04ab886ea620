import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { AnchorConfig } from '#platform/config';

/** The signed members. Positions are `seq:fingerprint`, as `audit verify` prints them. */
export type Anchor = {
  readonly number: number;
  readonly at: Date;
  readonly cell: string;
  readonly audit: string;
  readonly consent: string;
  /** SHA-256 of the previous file; null for the first. */
  readonly previous: string | null;
};

export type StoredAnchor = Anchor & { readonly sha256: string };

/** Names sort by number, so that a listing shows a gap. */
export const nameOf = (number: number): string => `anchor-${String(number).padStart(12, '0')}.json`;

export function numberOf(name: string): number | undefined {
  const digits = /^anchor-(\d{12})\.json$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Names a public key: the first digits of its SHA-256. */
const idOf = (key: KeyObject): string => sha256Of(key.export({ type: 'spki', format: 'der' })).slice(0, 16);

const type = 'makewhole anchor 1';

/** Two lines: the signed members as JSON, and the signature over exactly those bytes. */
export function signAnchor({ at, ...anchor }: Anchor, pem: string): Buffer {
  const key = createPrivateKey(pem);
  const signed = Buffer.from(
    JSON.stringify({ type, at: at.toISOString(), ...anchor, key: idOf(createPublicKey(key)) }),
  );
  return Buffer.concat([signed, Buffer.from(`\n${sign(null, signed, key).toString('base64')}\n`)]);
}

/** The fault of a file, or its content. */
export type Reading = { readonly anchor: StoredAnchor } | { readonly problem: string };

/** Reads a file that anyone may have written. */
export function readAnchor(bytes: Buffer, keys: AnchorConfig['publicKeys']): Reading {
  const end = bytes.indexOf(0x0a);
  const signed = bytes.subarray(0, Math.max(end, 0));
  const signature = /^\n([\w+/]{86}==)\n$/.exec(bytes.subarray(signed.length).toString('latin1'))?.[1];
  const said = signature === undefined ? undefined : parse(signed);
  if (said === undefined || signature === undefined) return { problem: 'is not of the form of an anchor' };
  const key = keys.find((one) => idOf(one) === said.key);
  if (key === undefined) return { problem: 'is signed by a key that AUDIT_ANCHOR_PUBLIC_KEYS does not name' };
  if (!verify(null, signed, key, Buffer.from(signature, 'base64'))) return { problem: 'has a false signature' };
  return { anchor: { ...said.anchor, sha256: sha256Of(bytes) } };
}

const position = /^(?:0:|[1-9]\d{0,14}:(?:[0-9a-f]{2}){32,64})$/;

function parse(signed: Buffer): { readonly anchor: Anchor; readonly key: unknown } | undefined {
  try {
    const said = JSON.parse(signed.toString()) as Record<string, unknown>;
    const { number, cell, audit, consent, previous } = said as unknown as Anchor;
    const at = new Date(String(said['at']));
    const known = said['type'] === type && Number.isSafeInteger(number) && number > 0 && typeof cell === 'string';
    const placed = [audit, consent].every((one) => typeof one === 'string' && position.test(one));
    const linked = previous === null ? number === 1 : /^[0-9a-f]{64}$/.test(String(previous));
    if (!known || !placed || !linked || Number.isNaN(at.getTime())) return undefined;
    return { anchor: { number, at, cell, audit, consent, previous }, key: said['key'] };
  } catch {
    return undefined;
  }
}

/** Whether an anchor follows the other; the first follows none. */
export const follows = (anchor: Anchor, before: StoredAnchor | undefined): boolean =>
  anchor.number === (before?.number ?? 0) + 1 && anchor.previous === (before?.sha256 ?? null);

export const isLost = ({ lost }: Pick<AnchorConfig, 'lost'>, number: number): boolean =>
  lost.some(([first, last]) => first <= number && number <= last);

/** The job that writes anchors. */
export const jobName = 'anchors.write';

const hourMs = 3_600_000;

/** One hour may be missed, for example when workers are replaced at its start. */
export const lateAfterMs = 2 * hourMs;

/** One an hour. A time in the future, from a wrong clock, does not prevent the next one. */
export const isDue = (last: Pick<Anchor, 'at'> | undefined, now: Date): boolean =>
  last === undefined || Math.floor(last.at.getTime() / hourMs) !== Math.floor(now.getTime() / hourMs);
