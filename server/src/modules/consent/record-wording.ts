import type { Tx } from '#context';
import { hashWords, wordedKind, wordingText } from './rules.ts';
import { insertWording } from './store.ts';
import { toEntryRow } from './to-entry-row.ts';

/**
 * Stores words that somebody is shown, once each, and returns the hash by which entries name them: in hex, as
 * `wording_hash`. The first time an entry tells of it, so that words that are taken away are missed.
 */
export function recordWording(tx: Tx, { version, words }: { version: string; words: string }): Buffer {
  // Half of a surrogate pair would be stored as another character than was fingerprinted.
  const shown = words.toWellFormed();
  const hash = hashWords(shown);
  const details = { wording_version: version, wording_hash: hash.toString('hex') };
  const entry = toEntryRow(tx, { kind: wordedKind, subjectId: null, contactHashes: [], details });
  // One time for both: the entry is stored with that of the words, and a clock moves between two looks at it.
  const wording = { hash, version, words: shown, firstShownAt: entry.at };
  insertWording(tx.db, { ...wording, mac: tx.vault.fingerprint(wordingText(wording), 'chain') }, entry);
  return wording.hash;
}
