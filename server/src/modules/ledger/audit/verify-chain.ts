import type { Ctx } from '#context';
import { anchorOf, erasedText, entryText, isHeadIntact, type Head } from './rules.ts';
import { findHead, listEntriesAfter, findMac } from './store.ts';

/** Whether the trail contains the row that an anchor names, with the same fingerprint. */
export async function isOnTrail({ db }: Pick<Ctx, 'db'>, anchor: string): Promise<boolean> {
  const seq = Number.parseInt(anchor, 10);
  const mac = seq === 0 ? Buffer.alloc(0) : await findMac(db, seq);
  return mac !== undefined && anchorOf(seq, mac) === anchor;
}

/** The end of the trail. Throws if its head was edited: a signed position must be genuine. */
export async function getTrailAnchor(ctx: Pick<Ctx, 'db' | 'vault'>): Promise<string> {
  const head = await findHead(ctx.db);
  if (head === undefined || !isHeadIntact(ctx.vault, head)) throw trailBroken();
  const anchor = anchorOf(head.seq, head.mac);
  if (!(await isOnTrail(ctx, anchor))) throw trailBroken();
  return anchor;
}

const trailBroken = (): Error => new Error('the head of the audit trail was changed; run makewhole audit verify');

type ChainVerdict = {
  readonly ok: boolean;
  readonly rows: number;
  /** The end of the chain. Recorded elsewhere, it later proves that nothing up to here was removed. */
  readonly anchor: string;
  /** Anchors that the trail does not pass through. */
  readonly missed: readonly string[];
  /** The first inconsistency. */
  readonly problem: string | undefined;
};

const rowsPerTurn = 1000;

/**
 * Reads the whole trail and reports the first row that was edited, added or removed. The trail must pass through all
 * anchors, as they were printed or signed: `seq:fingerprint`.
 */
export async function verifyChain(
  ctx: Pick<Ctx, 'db' | 'vault'>,
  anchors: readonly string[] = [],
): Promise<ChainVerdict> {
  // Read before the rows, so that rows added meanwhile are known to be newer than this head.
  const head = await findHead(ctx.db);
  if (head === undefined) return broken(0, 'the head of the trail is gone');
  let seq = 0;
  let mac: Buffer = Buffer.alloc(0);
  const missed = new Set(anchors);
  missed.delete(anchorOf(0, mac));
  while (seq < head.seq) {
    const rows = await listEntriesAfter(ctx.db, seq, Math.min(rowsPerTurn, head.seq - seq));
    if (rows.length === 0) return broken(seq, `row ${seq + 1} and all after it are missing`);
    for (const row of rows) {
      if (row.seq !== seq + 1) return broken(seq, `row ${seq + 1} is missing`);
      // An erased row was fingerprinted once more, with its remaining members.
      const [text, made] =
        row.erasedMac === null ? [entryText(mac, row), row.mac] : [erasedText(mac, row), row.erasedMac];
      // A reason in an erased row was added later.
      const refilled = row.erasedMac !== null && row.reason !== null;
      const matches = !refilled && ctx.vault.fingerprints(text, 'chain').some((one) => one.equals(made));
      if (!matches) return broken(seq, `row ${row.seq} was changed`);
      ({ seq, mac } = row);
      missed.delete(anchorOf(seq, mac));
    }
  }
  return verifyEnd(ctx, { head, seq, mac, missed });
}

type End = {
  readonly head: Head;
  readonly seq: number;
  readonly mac: Buffer;
  readonly missed: ReadonlySet<string>;
};

async function verifyEnd(ctx: Pick<Ctx, 'db' | 'vault'>, { head, seq, mac, missed }: End): Promise<ChainVerdict> {
  if (head.seq !== seq || !head.mac.equals(mac) || !isHeadIntact(ctx.vault, head))
    return broken(seq, 'the head of the trail was changed');
  if ((await listEntriesAfter(ctx.db, seq, 1)).length > 0) {
    // Rows may have been added since the head was read; then the head has changed too.
    const again = await findHead(ctx.db);
    if (again?.seq === seq) return broken(seq, `row ${seq + 1} was put behind the end of the trail`);
  }
  const [first] = missed;
  if (first !== undefined) return { ...broken(seq, explainMissed(first, seq)), missed: [...missed] };
  return { ok: true, rows: seq, anchor: anchorOf(seq, mac), missed: [], problem: undefined };
}

/** Reports the first requested anchor; past the end, more than one differing row is wrong. */
function explainMissed(anchor: string, end: number): string {
  const seq = Number.parseInt(anchor, 10);
  if (Number.isNaN(seq)) return 'the trail does not pass through the anchor that was given';
  return seq > end
    ? `an anchor says that there were ${seq} rows: those after row ${end} were removed`
    : `row ${seq} is not the one that an anchor names: the trail was written anew`;
}

const broken = (rows: number, problem: string): ChainVerdict => ({
  ok: false,
  rows,
  anchor: '',
  missed: [],
  problem,
});
