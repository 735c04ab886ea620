import { createHash } from 'node:crypto';
import type { Vault } from '#platform/crypto';

/**
 * The kinds of entries; their `details` are listed where they are recorded. A `claimed_…` member was sent to us and
 * proves nothing.
 */
const consentKinds = [
  'attested',
  'message_sent',
  'message_not_sent',
  'answered',
  'replied',
  'called',
  'stopped',
  'stop_lifted',
  'number_struck',
  'proven',
  'card_accepted',
  'card_withdrawn',
] as const;

export type ConsentKind = (typeof consentKinds)[number];

/** The entry recorded when a wording is first stored, so that the chain covers the wording too. */
export const wordedKind = 'worded';

export type ConsentDetails = Readonly<Record<string, string | number | boolean | null>>;

type About = {
  readonly contacts: { readonly test?: boolean | undefined };
  readonly subjectId?: string | undefined;
};

/** Whether entries about this subject are stored. */
export const isEvidence = ({ contacts, subjectId }: About): boolean =>
  contacts.test !== true || (subjectId !== undefined && !subjectId.startsWith('int_'));

/** Binds the encrypted details to their row. */
export const detailsAad = (id: string): string => `consent.entries/${id}`;

/** The fingerprinted members of an entry: all members that it was recorded with. */
export type Entry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly contactHashes: readonly Buffer[];
  readonly sealedDetails: Buffer;
};

/** The fingerprinted text of an entry: all its members. JSON separates them. */
export const entryText = (entry: Entry): string =>
  JSON.stringify([
    'consent/entry',
    entry.id,
    entry.at.toISOString(),
    entry.kind,
    entry.subjectId,
    entry.contactHashes.map((hash) => hash.toString('hex')),
    entry.sealedDetails.toString('hex'),
  ]);

/** Replaces the details of an erased entry: the previous link, and a fingerprint over the remaining members. */
export type Erased = { readonly before: Buffer; readonly mac: Buffer };

/**
 * The fingerprinted text of an erased entry: the remaining members, its original fingerprint, and the previous link.
 */
export const erasedText = (
  entry: Entry & { readonly mac: Buffer; readonly seq: number | null; readonly chainMac: Buffer | null },
  before: Buffer,
): string =>
  JSON.stringify([
    'consent/erased',
    entryText(entry),
    entry.mac.toString('hex'),
    entry.seq,
    entry.chainMac?.toString('hex') ?? null,
    before.toString('hex'),
  ]);

/**
 * Details that stay when an entry is erased: what was done, when, by which rule and wording, and by which of our
 * people.
 */
const keptDetails: ReadonlySet<string> = new Set([
  'agent_tier',
  'principal_id',
  'attestation_version',
  'mode',
  'notify_customer',
  'institution_id',
  'enrollment_id',
  'plan',
  'program',
  'submitted_via',
  'message',
  'purpose',
  'channel',
  'channels',
  'content_sha256',
  'rule_version',
  'local_time',
  'why',
  'decision',
  'via',
  'token',
  'wording_version',
  'wording_hash',
  'terms_version',
  'call_id',
  'reply_id',
  'outcome',
  'staff_id',
  'by',
  'gave',
  'read_back',
  'telephoned_in',
  'understood_as',
  'source',
  'erased',
]);

/** The remaining details of an erased entry. */
export const blankDetails = (details: ConsentDetails): ConsentDetails => ({
  ...Object.fromEntries(Object.entries(details).filter(([name]) => keptDetails.has(name))),
  erased: true,
});

/** The end of the chain, or the start of one of its links: a position and the fingerprint there. */
export type Position = { readonly seq: number; readonly mac: Buffer };

/** Before the first entry. */
export const beginning: Position = { seq: 0, mac: Buffer.alloc(0) };

/** The fingerprinted text of a link: the previous one, and the entry with its own fingerprint. */
export const linkText = (before: Position, entry: Entry & { readonly mac: Buffer }): string =>
  JSON.stringify([
    'consent/link',
    before.mac.toString('hex'),
    before.seq + 1,
    entryText(entry),
    entry.mac.toString('hex'),
  ]);

/** The fingerprinted text of the chain's head: the number of entries and the fingerprint of the last one. */
export const headText = ({ seq, mac }: Position): string => JSON.stringify(['consent/head', seq, mac.toString('hex')]);

/** The position of the chain in a form that people can record elsewhere. */
export const anchorOf = ({ seq, mac }: Position): string => `${seq}:${mac.toString('hex')}`;

export type Wording = {
  readonly hash: Buffer;
  readonly version: string;
  readonly words: string;
  readonly firstShownAt: Date;
};

export const wordingText = ({ hash, version, words, firstShownAt }: Wording): string =>
  JSON.stringify(['consent/wording', hash.toString('hex'), version, words, firstShownAt.toISOString()]);

export const hashWords = (words: string): Buffer => createHash('sha256').update(words).digest();

/** The wording that an entry names; undefined if it names none. */
export const wordingHashOf = (details: ConsentDetails): string | undefined => {
  const hash = details['wording_hash'];
  return hash === undefined || hash === null ? undefined : String(hash);
};

type CheckedEntry = Entry & {
  readonly mac: Buffer;
  readonly seq: number | null;
  readonly chainMac: Buffer | null;
  readonly erased: Erased | null;
};

/**
 * Whether a fingerprint was made from this text with any key of the ring. An edited row can contain a value that has no
 * text, such as an infinite time; that does not match either.
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

/** By its original fingerprint or, if its details are erased, by the one it was erased with. */
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
 * Restores the bytes that were fingerprinted: a newer key may have wrapped them since. An edited value that cannot be
 * unwrapped stays as it is, and matches nothing.
 */
export function toOriginal<One extends Entry>(vault: Vault, entry: One): One {
  try {
    return { ...entry, sealedDetails: vault.unwrap(entry.sealedDetails, detailsAad(entry.id)) };
  } catch {
    return entry;
  }
}

/** The details of an entry; undefined if they can no longer be decrypted. */
export function decryptDetails(vault: Vault, { id, sealedDetails }: Entry): ConsentDetails | undefined {
  try {
    return JSON.parse(vault.decrypt(sealedDetails, detailsAad(id))) as ConsentDetails;
  } catch {
    return undefined;
  }
}
