import { readCursor, writeCursor } from '#lib/api/pagination';
import { invalidCursor } from '#platform/errors';
import type { LogCursor } from './store.ts';

const digits = /^\d{1,20}$/;

/** Cursors of the first epoch have no epoch, like the cursors that clients have had for a long time. */
const firstEra = '0';

export const writeLogCursor = ({ era, transactionId, position }: LogCursor): string =>
  writeCursor(...(era === firstEra ? [] : [era]), transactionId, position);

export function readLogCursor(cursor: string): LogCursor {
  const first = readCursor(cursor, [digits, digits]);
  const [era, transactionId, position] = first
    ? [firstEra, ...first]
    : (readCursor(cursor, [digits, digits, digits]) ?? []);
  if (era === undefined || transactionId === undefined || position === undefined) throw invalidCursor();
  if (!isWithinLog({ era, transactionId, position })) throw invalidCursor();
  return { era, transactionId, position };
}

/** The bounds of the three column types. */
const isWithinLog = ({ era, transactionId, position }: LogCursor): boolean =>
  BigInt(era) < 2n ** 63n && BigInt(transactionId) < 2n ** 64n && BigInt(position) < 2n ** 63n;
