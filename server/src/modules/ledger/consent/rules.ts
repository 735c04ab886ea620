import { createHash } from 'node:crypto';
import type { Vault } from '#platform/crypto';

/** What an entry tells; its `details` are listed where it is recorded. A `claimed_…` member was sent to us and proves nothing. */
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

/** The entry that a wording makes of itself when it is first stored, so that the chain covers it too. */
export const wordedKind = 'worded';

export type ConsentDetails = Readonly<Record<string, string | number | boolean | null>>;

type About = {
  readonly contacts: { readonly test?: boolean | undefined };
  readonly subjectId?: string | undefined;
};

/** Whether entries about this are stored. */
export const isEvidence = ({ contacts, subjectId }: About): boolean =>
  contacts.test !== true || (subjectId !== undefined && !subjectId.startsWith('int_'));

/** Binds the encrypted details to their row. */
export const detailsAad = (id: string): string => `consent.entries/${id}`;

/** An entry as it is fingerprinted: every member that it was recorded with. */
export type Entry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly contactHashes: readonly Buffer[];
  readonly sealedDetails: Buffer;
};

/** Fingerprinted for an entry: all its members. JSON keeps them apart. */
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

/** What an erased entry has in place of what it said: the link before it, and a fingerprint over what is left. */
export type Erased = { readonly before: Buffer; readonly mac: Buffer };

/** Fingerprinted for an erased entry: what is left, what it was linked by, and the link before it. */
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

/** Details that stay when an entry is erased: what was done, when, by which rule and words, and by whom of us. */
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

/** What an erased entry still says. */
export const blankDetails = (details: ConsentDetails): ConsentDetails => ({
  ...Object.fromEntries(Object.entries(details).filter(([name]) => keptDetails.has(name))),
  erased: true,
});

/** The end of the chain, or where a link of it begins: a position and the fingerprint there. */
export type Position = { readonly seq: number; readonly mac: Buffer };

/** Before the first entry. */
export const beginning: Position = { seq: 0, mac: Buffer.alloc(0) };

/** Fingerprinted for a link of the chain: the one before it, and the entry with its own fingerprint. */
export const linkText = (before: Position, entry: Entry & { readonly mac: Buffer }): string =>
  JSON.stringify([
    'consent/link',
    before.mac.toString('hex'),
    before.seq + 1,
    entryText(entry),
    entry.mac.toString('hex'),
  ]);

/** Fingerprinted for the head of the chain: the number of entries and the fingerprint of the last one. */
export const headText = ({ seq, mac }: Position): string => JSON.stringify(['consent/head', seq, mac.toString('hex')]);

/** The position of the chain in a form that people can note elsewhere. */
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

/** The wording that an entry names; undefined when it names none. */
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
