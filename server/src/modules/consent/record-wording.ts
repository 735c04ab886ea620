import type { Tx } from '#context';
import type { SubjectContacts } from './record-consent.ts';
import { isEvidence, hashWords, wordedKind, wordingText } from './rules.ts';
import { insertWording } from './store.ts';
import { toEntryRow } from './to-entry-row.ts';

type ShownWords = {
  readonly version: string;
  readonly words: string;
  /** What the entry that names them is about. */
  readonly of: { readonly contacts: SubjectContacts; readonly subjectId: string };
};

/**
 * Stores words that somebody is shown, once each, and returns the hash by which entries name them: in hex, as
 * `wording_hash`. The first time an entry tells of it, so that words that are taken away are missed.
 * Where that entry is not stored, its words are not either.
 */
export function recordWording(tx: Tx, { version, words, of }: ShownWords): Buffer {
  // Half of a surrogate pair would be stored as another character than was fingerprinted.
  const shown = words.toWellFormed();
  const hash = hashWords(shown);
  if (!isEvidence(of)) return hash;
  const details = { wording_version: version, wording_hash: hash.toString('hex') };
  const entry = toEntryRow(tx, { kind: wordedKind, subjectId: null, contactHashes: [], details });
  // One time for both: the entry is stored with that of the words, and a clock moves between two looks at it.
  const wording = { hash, version, words: shown, firstShownAt: entry.at };
  insertWording(tx.db, { ...wording, mac: tx.vault.fingerprint(wordingText(wording), 'chain') }, entry);
  return wording.hash;
}
