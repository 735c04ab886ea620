import type { Ctx, Tx } from '#context';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { newId } from '#lib/tokens/ids';
import {
  anchorOf,
  beginning,
  decryptDetails,
  detailsAad,
  entryText,
  isEntryIntact,
  isHeadIntact,
  isLinked,
  isWordingIntact,
  wordingHashOf,
  type ConsentDetails,
} from './rules.ts';
import type { Consent } from './schemas.ts';
import {
  findHead,
  listByContact,
  listBySubject,
  listLinks,
  listWordings,
  type EntryRow,
  type Head,
  type StoredEntry,
} from './store.ts';

type ConsentQuery = {
  /** Intakes, referrals or redemptions. */
  readonly subjectIds: readonly string[];
  /** Current contacts. Entries about them alone are listed too, entries about other subjects never. */
  readonly contacts: Contacts;
};

type Parts = Pick<Ctx, 'db' | 'vault'>;

/** Entries of each kind in one response: far more than a customer has, few enough to print. */
const entriesMax = 1000;

/** The ledger's entries about these subjects and their contacts, oldest first, each verified separately. */
export async function listConsent(ctx: Parts, { subjectIds, contacts }: ConsentQuery): Promise<Consent> {
  const own = await listBySubject(ctx.db, subjectIds, entriesMax + 1);
  const others = await listByContact(ctx.db, hashesOf(ctx, own, contacts), entriesMax + 1);
  const entries = [own, others].flatMap((rows) => rows.slice(0, entriesMax)).toSorted(byTime);
  const read = entries.map((entry) => ({ entry, details: decryptDetails(ctx.vault, entry) }));
  const named = [...new Set(read.flatMap(({ details = {} }) => wordingHashOf(details) ?? []))];
  const before = entries.flatMap(({ seq }) => (seq === null ? [] : [seq - 1]));
  const [head, links, stored] = await Promise.all([
    findHead(ctx.db),
    listLinks(ctx.db, before),
    listWordings(
      ctx.db,
      named.map((hash) => Buffer.from(hash, 'hex')),
    ),
  ]);
  const wordings = stored.map((wording) => ({
    hash: wording.hash.toString('hex'),
    version: wording.version,
    words: wording.words,
    first_shown_at: toText(wording.firstShownAt),
    problem: isWordingIntact(ctx.vault, wording) ? null : 'was changed',
  }));
  const known = new Set(wordings.map(({ hash }) => hash));
  const checked = read.map(({ entry, details }) => ({
    ...toItem(ctx, entry, { details, contacts }),
    problem: findProblem(ctx, entry, { details, head, links, known }) ?? null,
  }));
  return {
    complete: own.length <= entriesMax && others.length <= entriesMax,
    anchor: head === undefined ? '' : anchorOf(head),
    verification: summarize(ctx, { head, entries: checked, wordings }),
    entries: checked,
    wordings,
  };
}

/**
 * Current contacts, and those that the subjects had when their entries were recorded: a STOP from an old number also
 * applies to this consultation. A number that was removed was never theirs.
 */
function hashesOf({ vault }: Parts, own: readonly StoredEntry[], contacts: Contacts): Buffer[] {
  const struck = new Set(own.filter(({ kind }) => kind === 'number_struck').flatMap(hexesOf));
  const earlier = [...new Set(own.flatMap(hexesOf))].filter((hash) => !struck.has(hash));
  return [...contactHashes({ vault }, contacts), ...earlier.map((hash) => Buffer.from(hash, 'hex'))];
}

const hexesOf = ({ contactHashes: hashes }: StoredEntry): string[] =>
  hashes.filter((hash) => Buffer.isBuffer(hash)).map((hash) => hash.toString('hex'));

const byTime = (a: StoredEntry, b: StoredEntry): number => Number(a.at) - Number(b.at) || (a.id < b.id ? -1 : 1);

/** An edited row can contain an invalid time. */
const toText = (at: Date): string => (Number.isFinite(Number(at)) ? at.toISOString() : String(at));

type Read = { readonly details: ConsentDetails | undefined; readonly contacts: Contacts };

function toItem(parts: Parts, entry: StoredEntry, { details = {}, contacts }: Read) {
  const { test = false, email, phone } = contacts;
  const sorts = [
    ['email', contactHashes(parts, { email, phone: undefined, test })],
    ['phone', contactHashes(parts, { email: undefined, phone, test })],
  ] as const;
  const about = hexesOf(entry).map(
    (hash) =>
      sorts.find(([, hashes]) => hashes.some((one) => one.toString('hex') === hash))?.[0] ?? ('earlier' as const),
  );
  return {
    id: entry.id,
    at: toText(entry.at),
    kind: entry.kind,
    subject_id: entry.subjectId,
    contacts: [...new Set(about)],
    details,
    seq: entry.seq,
    chain_mac: entry.chainMac?.toString('hex') ?? null,
  };
}

type Around = {
  readonly details: ConsentDetails | undefined;
  readonly head: Head | undefined;
  readonly links: ReadonlyMap<number, Buffer>;
  readonly known: ReadonlySet<string>;
};

function findProblem({ vault }: Parts, entry: StoredEntry, { details, head, links, known }: Around) {
  if (!isEntryIntact(vault, entry)) return 'was changed';
  if (details === undefined) return 'cannot be decrypted';
  const hash = wordingHashOf(details);
  if (hash !== undefined && !known.has(hash)) return 'names words that are gone';
  if (entry.seq === null) return entry.chainMac === null ? undefined : 'was changed';
  const mac = entry.seq === 1 ? beginning.mac : links.get(entry.seq - 1);
  if (mac === undefined) return 'follows an entry that is gone';
  if (!isLinked(vault, { seq: entry.seq - 1, mac }, entry)) return 'or the one before it was changed';
  return entry.seq <= (head?.seq ?? 0) ? undefined : 'was put behind the end of the ledger';
}

type Checked = Pick<Consent, 'entries' | 'wordings'> & { readonly head: Head | undefined };

function summarize({ vault }: Parts, { head, entries, wordings }: Checked): Consent['verification'] {
  const [entry] = entries.filter(({ problem }) => problem !== null);
  const [wording] = wordings.filter(({ problem }) => problem !== null);
  const problem =
    head === undefined || !isHeadIntact(vault, head)
      ? 'the head of the ledger was changed'
      : entry !== undefined
        ? `entry ${entry.seq ?? entry.id} ${entry.problem}`
        : wording && `the words ${wording.hash} were changed`;
  const unchained = entries.filter(({ seq }) => seq === null).length;
  return { ok: problem === undefined, entries: entries.length, unchained, problem: problem ?? null };
}

type NewEntry = {
  readonly kind: string;
  readonly subjectId: string | null;
  readonly contactHashes: Buffer[];
  readonly details: ConsentDetails;
};

/** A new entry as it is stored: encrypted, fingerprinted, not chained yet. */
export function toEntryRow(
  tx: Pick<Tx, 'clock' | 'vault'>,
  { kind, subjectId, contactHashes, details }: NewEntry,
): EntryRow {
  const at = tx.clock.now();
  const id = newId('cse', at);
  const sealedDetails = tx.vault.encrypt(JSON.stringify(details), detailsAad(id));
  const mac = tx.vault.fingerprint(entryText({ id, at, kind, subjectId, contactHashes, sealedDetails }), 'chain');
  return { id, at, kind, subject_id: subjectId, contact_hashes: contactHashes, encrypted_details: sealedDetails, mac };
}
