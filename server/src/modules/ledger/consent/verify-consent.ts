import type { Ctx } from '#context';
import { headBroken } from './errors.ts';
import { consentMetrics } from './metrics.ts';
import {
  anchorOf,
  beginning,
  decryptDetails,
  isEntryIntact,
  isHeadIntact,
  isLinked,
  isWordingIntact,
  wordingHashOf,
  type Position,
} from './rules.ts';
import {
  findBacklog,
  findEnds,
  findHead,
  listChainedAfter,
  listKnownWordings,
  listLinks,
  listUnchainedAfter,
  listWordingsAfter,
  type Head,
  type StoredEntry,
} from './store.ts';

export type ConsentVerdict = {
  readonly ok: boolean;
  /** Chained entries found intact, counted from the first. */
  readonly entries: number;
  /** Entries that are not chained yet; each has its own fingerprint. */
  readonly unchained: number;
  readonly wordings: number;
  /** The end of the chain. Recorded elsewhere, it later proves that nothing up to here was removed. */
  readonly anchor: string | undefined;
  /** Anchors that the ledger does not pass through. */
  readonly missed: readonly string[];
  /** The first position of the chain that was changed; undefined if the fault is elsewhere. */
  readonly brokenSeq: number | undefined;
  readonly problem: string | undefined;
};

type Parts = Pick<Ctx, 'db' | 'vault'>;

/** The fault, with its position in the chain if it has one. */
type Problem = { readonly problem: string; readonly brokenSeq?: number; readonly missed?: readonly string[] };

/** Rows per page: the ledger is never in memory as a whole. */
const rowsPerPage = 1000;

/** Reads the whole ledger and reports the first entry or wording that was edited, added, removed or moved. */
export async function verifyConsent(ctx: Parts, anchors: readonly string[] = []): Promise<ConsentVerdict> {
  const count = { entries: 0, unchained: 0, wordings: 0 };
  const verdict = (found: Problem | undefined, end?: Position): ConsentVerdict => ({
    ok: found === undefined,
    ...count,
    anchor: found === undefined && end !== undefined ? anchorOf(end) : undefined,
    missed: found?.missed ?? [],
    brokenSeq: found?.brokenSeq,
    problem: found?.problem,
  });
  // Read before the rows, so that rows chained meanwhile are known to be newer than this head.
  const head = await findHead(ctx.db);
  if (head === undefined) return verdict({ problem: 'the head of the ledger is gone' });
  const chain = await checkChain(ctx, head, new Set(anchors));
  count.entries = chain.end.seq;
  const broken = chain.problem ?? (await checkEnd(ctx, head, chain)) ?? (await checkRest(ctx, count));
  return verdict(broken, chain.end);
}

type Chain = { readonly end: Position; readonly missed: Set<string>; readonly problem: Problem | undefined };

async function checkChain(ctx: Parts, head: Head, missed: Set<string>): Promise<Chain> {
  let [end, id] = [beginning, ''];
  missed.delete(anchorOf(end));
  const broken = (what: string, brokenSeq = end.seq + 1): Chain => ({
    end,
    missed,
    problem: { problem: `entry ${brokenSeq} ${what}`, brokenSeq },
  });
  while (end.seq < head.seq) {
    const entries = await listChainedAfter(ctx.db, { seq: end.seq, id, last: head.seq, limit: rowsPerPage });
    if (entries.length === 0) return broken('and all after it are missing');
    const known = await listKnownWordings(ctx.db, wordingsOf(ctx, entries));
    for (const entry of entries) {
      if (entry.seq === end.seq) return broken('is there twice', end.seq);
      if (entry.seq !== end.seq + 1 || entry.chainMac === null) return broken('is missing');
      const what = findFault(ctx, entry, known) ?? (isLinked(ctx.vault, end, entry) ? undefined : 'was changed');
      if (what !== undefined) return broken(what);
      end = { seq: entry.seq, mac: entry.chainMac };
      ({ id } = entry);
      missed.delete(anchorOf(end));
    }
  }
  return { end, missed, problem: undefined };
}

const wordingsOf = ({ vault }: Parts, entries: readonly StoredEntry[]): string[] => [
  ...new Set(entries.flatMap((entry) => wordingHashOf(decryptDetails(vault, entry) ?? {}) ?? [])),
];

/** The fault of a single entry, chained or not. */
function findFault({ vault }: Parts, entry: StoredEntry, known: ReadonlySet<string>): string | undefined {
  if (!isEntryIntact(vault, entry)) return 'was changed';
  const details = decryptDetails(vault, entry);
  if (details === undefined) return 'cannot be decrypted';
  const hash = wordingHashOf(details);
  return hash === undefined || known.has(hash) ? undefined : 'names words that are gone';
}

async function checkEnd(ctx: Parts, head: Head, { end, missed }: Chain): Promise<Problem | undefined> {
  if (head.seq !== end.seq || !head.mac.equals(end.mac) || !isHeadIntact(ctx.vault, head))
    return { problem: 'the head of the ledger was changed' };
  const ends = await findEnds(ctx.db);
  if (ends !== undefined && ends.first < 1)
    return { problem: 'an entry was put before the first one', brokenSeq: ends.first };
  // Entries may have been chained since the head was read; then the head has moved too.
  if (ends !== undefined && ends.last > head.seq && ends.last > ((await findHead(ctx.db))?.seq ?? 0))
    return { problem: `entry ${ends.last} was put behind the end of the ledger`, brokenSeq: ends.last };
  const [first] = missed;
  return first === undefined ? undefined : { problem: explainMissed(first, end.seq), missed: [...missed] };
}

/** Reports the first requested anchor; past the end, more than one differing entry is wrong. */
function explainMissed(anchor: string, end: number): string {
  const seq = Number.parseInt(anchor, 10);
  if (Number.isNaN(seq)) return 'the ledger does not pass through the anchor that was given';
  return seq > end
    ? `an anchor says that there were ${seq} entries: those after entry ${end} were removed`
    : `entry ${seq} is not the one that an anchor names: the ledger was written anew`;
}

async function checkRest(ctx: Parts, count: { unchained: number; wordings: number }): Promise<Problem | undefined> {
  for await (const page of pages((last?: StoredEntry) => listUnchainedAfter(ctx.db, last?.id ?? null, rowsPerPage))) {
    const known = await listKnownWordings(ctx.db, wordingsOf(ctx, page));
    for (const entry of page) {
      const what = entry.chainMac === null ? findFault(ctx, entry, known) : 'was changed';
      if (what !== undefined) return { problem: `the unchained entry ${entry.id} ${what}` };
      count.unchained += 1;
    }
  }
  type Stored = Awaited<ReturnType<typeof listWordingsAfter>>[number];
  for await (const page of pages((last?: Stored) => listWordingsAfter(ctx.db, last?.hash ?? null, rowsPerPage)))
    for (const wording of page) {
      if (!isWordingIntact(ctx.vault, wording))
        return { problem: `the words ${wording.hash.toString('hex')} were changed` };
      count.wordings += 1;
    }
  return undefined;
}

/** Page after page, each read from the last row of the previous one, until one is not full. */
async function* pages<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let page = await read();
  while (page.length > 0) {
    yield page;
    page = page.length < rowsPerPage ? [] : await read(page.at(-1));
  }
}

/** The end of the ledger. Throws if its head was edited: a signed position must be genuine. */
export async function getLedgerAnchor(ctx: Pick<Ctx, 'db' | 'vault'>): Promise<string> {
  const head = await findHead(ctx.db);
  if (head === undefined || !isHeadIntact(ctx.vault, head)) throw headBroken();
  const anchor = anchorOf(head);
  if (!(await isOnLedger(ctx, anchor))) throw headBroken();
  return anchor;
}

/** Whether the ledger contains the entry that an anchor names, with the same fingerprint. */
export async function isOnLedger({ db }: Pick<Ctx, 'db'>, anchor: string): Promise<boolean> {
  const seq = Number.parseInt(anchor, 10);
  const mac = seq === 0 ? beginning.mac : (await listLinks(db, [seq])).get(seq);
  return mac !== undefined && anchorOf({ seq, mac }) === anchor;
}

/** The gauge needs no exact number above this one, and counting must stay cheap. */
const countedMax = 10_000;

/** Sets the gauges of the entries that wait to be chained. */
export async function measureLedger(ctx: Ctx): Promise<number> {
  const backlog = await findBacklog(ctx.db, countedMax);
  const { unchained, unchainedSeconds } = ctx.metrics.of(consentMetrics);
  const now = ctx.clock.now().getTime();
  unchained.set(backlog?.entries ?? 0);
  unchainedSeconds.set(Math.max(0, (now - (backlog?.oldest_at?.getTime() ?? now)) / 1000));
  return 0;
}
