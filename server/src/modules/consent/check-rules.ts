import type { Vault } from '#platform/crypto';
import {
  type ConsentDetails,
  detailsAad,
  type Entry,
  entryText,
  hashWords,
  headText,
  linkText,
  type Position,
  type Wording,
  wordingText,
} from './rules.ts';

export type CheckedEntry = Entry & { readonly mac: Buffer };

/**
 * Whether a fingerprint was made of this text under any key of the ring. Whoever edits a row can store what has no text
 * at all, such as a time that is infinite; that is no match either.
 */
function matches(vault: Vault, mac: Buffer | null, text: () => string): boolean {
  if (!Buffer.isBuffer(mac)) return false;
  try {
    return vault.fingerprints(text()).some((made) => made.equals(mac));
  } catch {
    return false;
  }
}

export const isEntryIntact = (vault: Vault, entry: CheckedEntry): boolean =>
  // A nested array would be written like its flat elements.
  entry.contactHashes.every((hash) => Buffer.isBuffer(hash)) && matches(vault, entry.mac, () => entryText(entry));

export const isLinked = (vault: Vault, before: Position, entry: CheckedEntry & { chainMac: Buffer | null }): boolean =>
  matches(vault, entry.chainMac, () => linkText(before, entry));

export const isHeadIntact = (vault: Vault, head: Position & { readonly seal: Buffer | null }): boolean =>
  head.seal === null ? head.seq === 0 && head.mac.length === 0 : matches(vault, head.seal, () => headText(head));

export const isWordingIntact = (vault: Vault, wording: Wording & { readonly mac: Buffer }): boolean =>
  hashWords(wording.words).equals(wording.hash) && matches(vault, wording.mac, () => wordingText(wording));

/** The details of an entry; undefined when they can no longer be read. */
export function decryptDetails(vault: Vault, { id, sealedDetails }: Entry): ConsentDetails | undefined {
  try {
    return JSON.parse(vault.decrypt(sealedDetails, detailsAad(id))) as ConsentDetails;
  } catch {
    return undefined;
  }
}
