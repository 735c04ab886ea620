import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import { validationFailed } from '#platform/errors';
import type { LedgerQuery, LedgerSpan } from '../schemas.ts';

/** As in the analytics of the partner interface (D-110). */
const usualDays = 365;
const maxDays = 731;

type ReadLedger = { readonly institutionId: string | undefined; readonly span: LedgerSpan };

/** Whose ledger is asked for, and of which period. */
export function readLedgerQuery(query: LedgerQuery, now: Date): ReadLedger {
  const to = query.to === undefined ? addDays(startOfDay(dayOf(now)), 1) : new Date(query.to);
  const from = query.from === undefined ? addDays(to, -usualDays) : new Date(query.from);
  if (from >= to) throw validationFailed([{ path: 'from', message: 'must be before to' }]);
  if (from < addDays(to, -maxDays))
    throw validationFailed([{ path: 'from', message: `must be at most ${maxDays} days before to` }]);
  return { institutionId: query.institution_id, span: { livemode: query.livemode !== 'false', from, to } };
}
