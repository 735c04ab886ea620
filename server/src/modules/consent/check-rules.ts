import type { Vault } from '#platform/crypto';
import {
  type ConsentDetails,
  detailsAad,
  type Entry,
  entryText,
  type Erased,
  erasedText,
  hashWords,
  headText,
  linkText,
  type Position,
  type Wording,
  wordingText,
} from './rules.ts';

export type CheckedEntry = Entry & {
  readonly mac: Buffer;
  readonly seq: number | null;
  readonly chainMac: Buffer | null;
  readonly erased: Erased | null;
};

/**
 * Whether a fingerprint was made of this text under any key of the ring. Whoever edits a row can store what has no text
 * at all, such as a time that is infinite; that is no match either.
 */
function matches(vault: Vault, mac: Buffer | null, text: () => string): boolean {
  if (!Buffer.isBuffer(mac)) return false;
  try {
    return vault.fingerprints(text(), 'chain').some((made) => made.equals(mac));
  } catch {
    return false;
  }
}

export const isEntryIntact = (vault: Vault, entry: CheckedEntry): boolean =>
  // A nested array would be written like its flat elements.
  entry.contactHashes.every((hash) => Buffer.isBuffer(hash)) && isMarked(vault, entry);

/** By the fingerprint it was recorded with or, where what it said is erased, by the one it was erased with. */
function isMarked(vault: Vault, stored: CheckedEntry): boolean {
  const entry = toOriginal(vault, stored);
  const { erased } = entry;
  if (erased === null) return matches(vault, entry.mac, () => entryText(entry));
  return matches(vault, erased.mac, () => erasedText(entry, erased.before));
}

export const isLinked = (vault: Vault, before: Position, entry: CheckedEntry): boolean =>
  entry.erased === null
    ? matches(vault, entry.chainMac, () => linkText(before, toOriginal(vault, entry)))
    : entry.seq === before.seq + 1 && entry.erased.before.equals(before.mac) && isMarked(vault, entry);

export const isHeadIntact = (vault: Vault, head: Position & { readonly seal: Buffer | null }): boolean =>
  head.seal === null ? head.seq === 0 && head.mac.length === 0 : matches(vault, head.seal, () => headText(head));

export const isWordingIntact = (vault: Vault, wording: Wording & { readonly mac: Buffer }): boolean =>
  hashWords(wording.words).equals(wording.hash) && matches(vault, wording.mac, () => wordingText(wording));

/**
 * With the bytes that were fingerprinted: a newer key may have wrapped them since. What was edited and cannot be unwrapped
 * stays as it is, and matches nothing.
 */
export function toOriginal<One extends Entry>(vault: Vault, entry: One): One {
  try {
    return { ...entry, sealedDetails: vault.unwrap(entry.sealedDetails, detailsAad(entry.id)) };
  } catch {
    return entry;
  }
}

/** The details of an entry; undefined when they can no longer be read. */
export function decryptDetails(vault: Vault, { id, sealedDetails }: Entry): ConsentDetails | undefined {
  try {
    return JSON.parse(vault.decrypt(sealedDetails, detailsAad(id))) as ConsentDetails;
  } catch {
    return undefined;
  }
}
