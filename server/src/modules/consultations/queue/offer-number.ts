import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { cappedUntil } from '#lib/calling/call-caps';
import { type CallWindow, mayCall, nextOpening } from '#lib/calling/calling-hours';
import { isDialable } from '#lib/calling/dialable';
import { clearOffer, recordOffer } from '../number-store.ts';
import { capsIn } from '../rules.ts';
import type { QueueRow } from '../store.ts';
import type { CalledNumber } from './find-number.ts';
import type { NextCall } from './schemas.ts';

type Claim = {
  /** As it was before this claim. */
  readonly row: QueueRow;
  readonly number: CalledNumber | undefined;
  readonly window: CallWindow;
};

/** What a caller gets of the number: the number itself, or why not and when. */
export type Offer = {
  readonly phone: string | null;
  readonly reason: NextCall['reason'];
  readonly opensAt: Date | undefined;
};

/**
 * Shows the number to the caller who claims the consultation, unless nobody may call it now. Showing it is an attempt,
 * whether or not a call is logged; showing it again to the caller who has it is the same one.
 */
export function offerNumber(tx: Tx, { row, number, window }: Claim): Offer {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  const leased = row.lease_staff_id === staffId && row.lease_until !== null && row.lease_until > now;
  const same = leased && number?.offer?.staffId === staffId && number.offer.consultationId === row.id;
  const offer = decideOffer(tx, { row, number, window }, same);
  if (number === undefined) return offer;
  const [{ hashes }, caseId] = [number, row.id];
  if (offer.phone === null) clearOffer(tx.db, hashes, { test: row.test, caseId });
  else recordOffer(tx.db, { hashes, test: row.test, caseId, staffId, now, same });
  return offer;
}

function decideOffer(tx: Tx, { row, number, window }: Claim, same: boolean): Offer {
  const [rules, now] = [tx.config.callingHours, tx.clock.now()];
  const never = (reason: NextCall['reason']): Offer => ({ phone: null, reason, opensAt: undefined });
  if (row.test) return never('test_case');
  if (row.declined_at !== null) return never('declined');
  // Consultations from before the rule may have a number in the queue that is not dialed.
  if (number === undefined || !isDialable(number.phone)) return never('no_number');
  const capped = same ? undefined : cappedUntil(number.attempts, capsIn(tx.config, window), now);
  const opensAt = nextOpening(rules, window, capped ?? now);
  if (capped !== undefined) return { phone: null, reason: 'capped', opensAt };
  if (!mayCall(rules, window, now)) return { phone: null, reason: 'outside_calling_hours', opensAt };
  return { phone: number.phone, reason: null, opensAt: undefined };
}
