import type { Ctx } from '#context';
import type { AnchorConfig } from '#platform/config';
import { createOutside, type Outside } from './anchors.ts';
import { follows, isLost, readAnchor, type StoredAnchor, lateAfterMs } from './rules.ts';
import { findLast, findSince } from './store.ts';
import { anchorMetrics } from './metrics.ts';

type LastAnchor = { readonly state: 'not configured' | 'in time' | 'late'; readonly since: Date | undefined };

/** Whether anchors are written, and when the last one was; before the first, when the database was created. */
export async function describeLastAnchor({ config, clock, db }: Ctx): Promise<LastAnchor> {
  if (config.anchors === undefined) return { state: 'not configured', since: undefined };
  const since = await findSince(db);
  const isLate = since !== undefined && clock.now().getTime() - since.getTime() > lateAfterMs;
  return { state: isLate ? 'late' : 'in time', since };
}

/** Sets the gauge, whichever process wrote the last anchor. */
export async function measureAnchors(ctx: Ctx): Promise<number> {
  const { since } = await describeLastAnchor(ctx);
  const now = ctx.clock.now().getTime();
  ctx.metrics.of(anchorMetrics).ageSeconds.set(Math.max(0, (now - (since?.getTime() ?? now)) / 1000));
  return 0;
}

export type Anchors = {
  readonly count: number;
  /** When the newest was written. */
  readonly lastAt: Date | undefined;
  /**
   * The positions that the chains must contain, in the order of their numbers; without those that a restore has lost.
   */
  readonly kept: readonly Pick<StoredAnchor, 'number' | 'audit' | 'consent'>[];
  /** The first file outside that is not as it was written. */
  readonly problem: string | undefined;
};

/** Files requested concurrently. */
const atOnce = 16;

/**
 * Reads every anchor that was written outside: its signature, that it follows the previous one, and that none is
 * missing. Call it before reading a chain: an anchor written later would lie past the end that was read. Undefined if
 * anchors are not configured.
 */
export async function readAnchors(ctx: Pick<Ctx, 'config' | 'db'>): Promise<Anchors | undefined> {
  const { anchors } = ctx.config;
  if (anchors === undefined) return undefined;
  const outside = createOutside(anchors);
  try {
    // An anchor is recorded after it is written, so every recorded one is outside.
    const noted = await findLast(ctx.db);
    const read = await readAll(outside, anchors);
    const last = read.anchors.at(-1);
    return {
      count: read.anchors.length,
      lastAt: last?.at,
      kept: read.anchors.filter(({ number }) => !isLost(anchors, number)),
      problem: read.problem ?? compare(read.anchors, noted),
    };
  } finally {
    outside.close();
  }
}

type Read = { readonly anchors: StoredAnchor[]; readonly problem: string | undefined };

async function readAll(outside: Outside, { publicKeys }: AnchorConfig): Promise<Read> {
  const numbers = await outside.list();
  const anchors: StoredAnchor[] = [];
  for (let place = 0; place < numbers.length; place += atOnce) {
    const some = numbers.slice(place, place + atOnce);
    const files = await Promise.all(some.map((number) => outside.find(number)));
    for (const [index, number] of some.entries()) {
      const expected = anchors.length + 1;
      if (number !== expected) return { anchors, problem: `anchor ${expected} was removed` };
      const bytes = files[index];
      const reading = bytes === undefined ? { problem: 'was removed' } : readAnchor(bytes, publicKeys);
      if ('problem' in reading) return { anchors, problem: `anchor ${number} ${reading.problem}` };
      if (reading.anchor.number !== number || !follows(reading.anchor, anchors.at(-1)))
        return { anchors, problem: `anchor ${number} does not follow the one before it` };
      anchors.push(reading.anchor);
    }
  }
  return { anchors, problem: undefined };
}

/** If the newest files are missing, the database's record reveals it. */
function compare(anchors: readonly StoredAnchor[], noted: Awaited<ReturnType<typeof findLast>>): string | undefined {
  if (noted === undefined) return undefined;
  const outside = anchors[noted.number - 1];
  if (outside === undefined) return `anchor ${anchors.length + 1} was removed`;
  return outside.sha256 === noted.sha256 ? undefined : `anchor ${noted.number} was replaced`;
}
