import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { listStaffNames } from '#modules/staff';
import { callCameBetween } from '../errors.ts';
import { decryptNote } from '../store.ts';
import { type CallOutcome, isStop } from './rules.ts';
import { countCalls, findAttempt, listNewestCalls } from './store.ts';

type ChosenOutcome = {
  readonly consultationId: string;
  readonly outcome: CallOutcome;
  /** How many calls the page showed when the outcome was chosen; not checked without it. */
  readonly seenCalls: number | undefined;
  /** Of the page's own making, one for each outcome that is chosen. */
  readonly attemptId: string | undefined;
};

/** So many calls that came between are named. */
const namedMost = 5;

/**
 * Refuses an outcome that was chosen without knowledge of a call logged since: it may be the same call. A try that is
 * repeated because its answer was lost is no such call; the id of what it logged is returned. A stop is never lost: it
 * is refused only when one came between. What the calls are logged under is locked by this transaction.
 */
export async function requireFreshCall(tx: Tx, chosen: ChosenOutcome): Promise<string | undefined> {
  const { consultationId, outcome, seenCalls, attemptId } = chosen;
  const [calls, logged] = await Promise.all([
    countCalls(tx.db, consultationId),
    attemptId === undefined ? undefined : findAttempt(tx.db, consultationId, attemptId),
  ]);
  if (logged?.outcome === outcome) return logged.id;
  const missed = logged === undefined ? calls - (seenCalls ?? calls) : 1;
  if (missed <= 0) return undefined;
  const between = await listNewestCalls(tx.db, consultationId, Math.min(missed, namedMost));
  if (logged === undefined && isStop(outcome) && !between.some((call) => call.outcome === outcome)) return undefined;
  const { staffId } = requireStaff(tx.actor);
  const names = await listStaffNames(tx, [...new Set(between.map(({ staff_id: by }) => by))]);
  throw callCameBetween(
    calls,
    between.map(({ staff_id: by, called_at: at, sealed_note: sealed, ...call }) => ({
      ...call,
      note: decryptNote(tx, { ...call, sealed_note: sealed }),
      called_at: at.toISOString(),
      by: names.get(by) ?? 'Somebody',
      mine: by === staffId,
    })),
  );
}
