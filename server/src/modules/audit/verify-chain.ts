import type { Ctx } from '#context';
import { anchorOf, erasedText, headText, entryText } from './rules.ts';
import { findHead, listEntriesAfter } from './store.ts';

type ChainVerdict = {
  readonly ok: boolean;
  readonly rows: number;
  /** Where the chain ends. Noted elsewhere, it proves later that nothing up to here was removed. */
  readonly anchor: string;
  /** The first inconsistency. */
  readonly problem: string | undefined;
};

const rowsPerTurn = 1000;

/** Reads the whole trail and reports the first row that was edited, added or removed. */
export async function verifyChain(ctx: Pick<Ctx, 'db' | 'vault'>, anchor?: string): Promise<ChainVerdict> {
  // Read before the rows, so that rows added meanwhile are known to be newer than this head.
  const head = await findHead(ctx.db);
  if (head === undefined) return broken(0, 'the head of the trail is gone');
  let seq = 0;
  let mac: Buffer = Buffer.alloc(0);
  let met = anchor === undefined || anchor === anchorOf(0, mac);
  while (seq < head.seq) {
    const rows = await listEntriesAfter(ctx.db, seq, Math.min(rowsPerTurn, head.seq - seq));
    if (rows.length === 0) return broken(seq, `row ${seq + 1} and all after it are missing`);
    for (const row of rows) {
      if (row.seq !== seq + 1) return broken(seq, `row ${seq + 1} is missing`);
      // What is erased was fingerprinted once more, with what is left.
      const [text, made] =
        row.erasedMac === null ? [entryText(mac, row), row.mac] : [erasedText(mac, row), row.erasedMac];
      // A reason behind the erasure was put there since.
      const refilled = row.erasedMac !== null && row.reason !== null;
      const matches = !refilled && ctx.vault.fingerprints(text, 'chain').some((one) => one.equals(made));
      if (!matches) return broken(seq, `row ${row.seq} was changed`);
      ({ seq, mac } = row);
      met ||= anchor === anchorOf(seq, mac);
    }
  }
  return verifyEnd(ctx, { head, seq, mac, met });
}

type End = {
  readonly head: { readonly seq: number; readonly mac: Buffer; readonly seal: Buffer | null };
  readonly seq: number;
  readonly mac: Buffer;
  readonly met: boolean;
};

async function verifyEnd(ctx: Pick<Ctx, 'db' | 'vault'>, { head, seq, mac, met }: End): Promise<ChainVerdict> {
  const intact = ctx.vault.fingerprints(headText(seq, mac), 'chain').some((made) => head.seal?.equals(made) === true);
  const untouched = head.seq === 0 && head.seal === null;
  if (!head.mac.equals(mac) || (!intact && !untouched)) return broken(seq, 'the head of the trail was changed');
  if ((await listEntriesAfter(ctx.db, seq, 1)).length > 0) {
    // Rows may have been added since the head was read; then the head has changed too.
    const again = await findHead(ctx.db);
    if (again?.seq === seq) return broken(seq, `row ${seq + 1} was put behind the end of the trail`);
  }
  if (!met) return broken(seq, 'the trail does not pass through the anchor that was given');
  return { ok: true, rows: seq, anchor: anchorOf(seq, mac), problem: undefined };
}

const broken = (rows: number, problem: string): ChainVerdict => ({ ok: false, rows, anchor: '', problem });
