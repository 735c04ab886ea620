import type { Tx } from '#context';
import type { CallWindow } from '#lib/calling/calling-hours';
import { toBoardRow } from '../lifecycle/to-board-row.ts';
import type { NextCall } from './schemas.ts';
import { localTimes } from '../rules.ts';
import type { Offer } from './offer-number.ts';
import { explainChoice, speaks } from './rules.ts';
import type { QueueRow } from '../store.ts';

type Claimed = {
  readonly window: CallWindow;
  readonly until: Date;
  readonly leased: boolean;
  readonly offer: Offer;
};

/** A claimed consultation as its caller sees it: the number, the reason, and the customer's local time. */
export function toNextCall(tx: Tx, row: QueueRow, { window, until, leased, offer }: Claimed): NextCall {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const position = {
    rank: row.rank,
    openedAt: row.opened_at,
    attempts: row.attempts,
    lastCallAt: row.last_call_at ?? undefined,
    callbackAt: row.callback_at ?? undefined,
  };
  return {
    none: false,
    consultation: toBoardRow(row),
    // A number that is shown although nobody may call would be dialed.
    phone: offer.phone,
    why: [
      ...(leased ? ['You have this case in hand already.'] : []),
      ...speaks(row.language),
      ...explainChoice(position, { now, window, rules }),
    ],
    attempts: row.attempts,
    callback_at: row.callback_at?.toISOString() ?? null,
    lease_until: until.toISOString(),
    local_time: localTimes(window, now)
      .map(({ text, zone }) => `${text} ${zone}`)
      .join(', '),
    rule_version: rules.version,
    may_call: offer.phone !== null,
    opens_at: offer.opensAt?.toISOString() ?? null,
    reason: offer.reason,
  };
}
