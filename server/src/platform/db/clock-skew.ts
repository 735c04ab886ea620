import { prepared, type Db } from './query.ts';

/** Synchronized clocks differ by milliseconds; a clock that is off by this much is not synchronized. */
const maxSkewMs = 5_000;

const selectClock = prepared<[], { ms: number }>(
  'db.database-time',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
);

/** The minimum by which this process's clock is ahead of the database's: the query's duration is deducted. */
export async function measureSkewMs(db: Db): Promise<number> {
  const [askedAt, started] = [Date.now(), performance.now()];
  const row = await db.find(selectClock());
  if (row === undefined) throw new Error('a select without a table returns one row');
  return computeSkewMs({ askedAt, tookMs: performance.now() - started, databaseMs: row.ms });
}

type Comparison = { readonly askedAt: number; readonly tookMs: number; readonly databaseMs: number };

/** Computes the skew from a comparison that was already made. */
export function computeSkewMs({ askedAt, tookMs, databaseMs }: Comparison): number {
  const latencyMs = tookMs / 2;
  const skew = askedAt + latencyMs - databaseMs;
  return Math.sign(skew) * Math.max(0, Math.abs(skew) - latencyMs);
}

export const isSkewed = (skewMs: number): boolean => Math.abs(skewMs) > maxSkewMs;

/** For people, for example `61.3 s ahead of the database`. */
export const describeSkew = (skewMs: number): string =>
  `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} the database`;
