import type { Ctx, Tx } from '#context';
import { storedHashes, type Contacts } from '#lib/text/contacts';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import type { EraseTx } from '#platform/personal-data';
import { listOldReplies, updateErased, type ErasedEntry } from './erase-store.ts';
import { headBroken } from './errors.ts';
import { toEntryRow } from './list-consent.ts';
import {
  beginning,
  blankDetails,
  decryptDetails,
  detailsAad,
  erasedText,
  hashWords,
  headText,
  isEvidence,
  isHeadIntact,
  linkText,
  toOriginal,
  wordedKind,
  wordingText,
  type ConsentDetails,
  type ConsentKind,
  type Position,
} from './rules.ts';
import {
  chainLinks,
  insertEntries,
  insertWording,
  listLinks,
  listUnchained,
  lockHead,
  type StoredEntry,
} from './store.ts';

/** Contacts of an entry's subject: the caller states whether it is a test. */
export type SubjectContacts = Contacts & { readonly test: boolean };

export type NewConsentEntry = {
  readonly kind: ConsentKind;
  readonly details: ConsentDetails;
} & (
  | {
      /** The contacts that it is about. */
      readonly contacts: SubjectContacts;
      /** The intake, referral or redemption that it is about; undefined if it is about the contact alone. */
      readonly subjectId?: string | undefined;
    }
  | { readonly contacts: Contacts; readonly subjectId?: undefined }
);

/**
 * Adds entries to the ledger of these contacts, in the transaction of the change they record. It takes no lock. For
 * tests it stores only entries about an institution's own case, under the name of its test customer, for the sample of
 * its evidence: nothing about an agent's sandbox intake or its contacts is evidence.
 */
export function recordConsent(tx: Tx, ...entries: readonly NewConsentEntry[]): void {
  const toRow = ({ kind, contacts, subjectId, details }: NewConsentEntry) =>
    toEntryRow(tx, { kind, subjectId: subjectId ?? null, contactHashes: storedHashes(tx, contacts), details });
  insertEntries(tx.db, entries.filter(isEvidence).map(toRow));
}

type EntryOfHashes = Pick<NewConsentEntry, 'kind' | 'details' | 'subjectId'> & {
  /** Fingerprints of the contacts, as they are stored with the entry. */
  readonly contactHashes: Buffer[];
};

/** Like `recordConsent`, where only the fingerprints of the contacts are known. */
export function recordConsentOfHashes(tx: Tx, { kind, contactHashes, subjectId, details }: EntryOfHashes): void {
  insertEntries(tx.db, [toEntryRow(tx, { kind, subjectId: subjectId ?? null, contactHashes, details })]);
}

type ShownWords = {
  readonly version: string;
  readonly words: string;
  /** The subject of the entry that names them. */
  readonly of: { readonly contacts: SubjectContacts; readonly subjectId: string };
};

/**
 * Stores a wording that a person is shown, once each, and returns the hash by which entries name it: in hex, as
 * `wording_hash`. The first time, an entry records it, so that a removed wording is noticed. If that entry is not
 * stored, neither is the wording.
 */
export function recordWording(tx: Tx, { version, words, of }: ShownWords): Buffer {
  // Half a surrogate pair would be stored as a different character than the fingerprinted one.
  const shown = words.toWellFormed();
  const hash = hashWords(shown);
  if (!isEvidence(of)) return hash;
  const details = { wording_version: version, wording_hash: hash.toString('hex') };
  const entry = toEntryRow(tx, { kind: wordedKind, subjectId: null, contactHashes: [], details });
  // One time for both: the entry is stored with the time of the wording, and the clock moves between two reads.
  const wording = { hash, version, words: shown, firstShownAt: entry.at };
  insertWording(tx.db, { ...wording, mac: tx.vault.fingerprint(wordingText(wording), 'chain') }, entry);
  return wording.hash;
}

/**
 * Chains the entries recorded since the last run, in the order of their times; one process at a time, the others skip
 * their turn. An entry that commits late comes after those already there: the chain shows the order in which entries
 * were found.
 */
export async function chainEntries(ctx: Ctx, limit: number): Promise<number> {
  // Without this check every idle worker would take the lock, and so write, every second.
  if ((await listUnchained(ctx.db, 1)).length === 0) return 0;
  return transact(ctx, async (tx) => {
    const head = await lockHead(tx.db);
    if (head === undefined) return 0;
    const [entries, links] = await Promise.all([listUnchained(tx.db, limit), listLinks(tx.db, [head.seq])]);
    const last = head.seq === 0 ? head.mac : links.get(head.seq);
    if (!isHeadIntact(tx.vault, head) || last?.equals(head.mac) !== true) throw headBroken();
    const chained = link(tx, head, entries);
    const end = chained.at(-1);
    if (end !== undefined) chainLinks(tx.db, chained, { ...end, seal: tx.vault.fingerprint(headText(end), 'chain') });
    return chained.length;
  });
}

/** An entry edited before it is chained is chained as well: its own fingerprint still reveals the edit. */
function link({ vault }: Pick<Ctx, 'vault'>, head: Position, entries: readonly StoredEntry[]) {
  let before = head;
  return entries.map((entry) => {
    before = { seq: before.seq + 1, mac: vault.fingerprint(linkText(before, toOriginal(vault, entry)), 'chain') };
    return { id: entry.id, ...before };
  });
}

/** The remaining members of entries, each with the fingerprint that replaces its own. */
export async function blankEntries(tx: EraseTx, entries: readonly StoredEntry[]): Promise<ErasedEntry[]> {
  const links = await listLinks(
    tx.db,
    entries.flatMap(({ seq }) => (seq === null ? [] : [seq - 1])),
  );
  return entries.map((entry) => {
    const before = links.get((entry.seq ?? 0) - 1) ?? beginning.mac;
    const details = JSON.stringify(blankDetails(decryptDetails(tx.vault, entry) ?? {}));
    const sealedDetails = tx.vault.encrypt(details, detailsAad(entry.id));
    const mac = tx.vault.fingerprint(erasedText({ ...entry, sealedDetails }, before), 'chain');
    return { id: entry.id, sealedDetails, before, mac, at: tx.clock.now() };
  });
}

type OldReplies = { readonly days: number; readonly limit: number };

/**
 * Erases messages from contacts that are this many days old and belong to no case; otherwise erasing the case would
 * cover them.
 */
export const eraseOldReplies = (ctx: Ctx, { days, limit }: OldReplies): Promise<number> =>
  transact(ctx, async (tx) => {
    const entries = await listOldReplies(tx.db, addDays(tx.clock.now(), -days), limit);
    if (entries.length > 0) updateErased(tx.db, await blankEntries(tx, entries));
    return entries.length;
  });
