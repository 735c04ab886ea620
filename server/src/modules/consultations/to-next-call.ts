import type { Tx } from '#context';
import { mayCall, nextOpening, type CallWindow } from '#lib/calling-hours';
import { toBoardRow } from './get-consultation.ts';
import type { NextCall } from './queue-schemas.ts';
import type { QueueRow } from './queue-store.ts';
import { explainChoice, localTimes } from './rules.ts';
import { openContact } from './sealed-contact.ts';

export type Claimed = { readonly window: CallWindow | undefined; readonly until: Date; readonly held: boolean };

/** A claimed case as its caller sees it: the number, why it is their turn, and the owner's clock. */
export function toNextCall(tx: Tx, row: QueueRow, { window, until, held }: Claimed): NextCall {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const where = window ?? { state: undefined, zones: [] };
  const place = {
    tier: row.tier,
    openedAt: row.opened_at,
    attempts: row.attempts,
    lastCallAt: row.last_call_at ?? undefined,
    callbackAt: row.callback_at ?? undefined,
  };
  const { phone } = openContact(tx, row);
  const ended = row.test
    ? 'test_case'
    : row.declined_at !== null
      ? 'declined'
      : phone === undefined
        ? 'no_number'
        : null;
  const open = ended === null && mayCall(rules, where, now);
  return {
    none: false,
    consultation: toBoardRow(row),
    // Shown outside of the hours it would be dialled.
    phone: open ? (phone ?? null) : null,
    why: [
      ...(held ? ['You have this case in hand already.'] : []),
      ...explainChoice(place, { now, window: where, rules }),
    ],
    attempts: row.attempts,
    callback_at: row.callback_at?.toISOString() ?? null,
    lease_until: until.toISOString(),
    local_time: localTimes(where, now)
      .map(({ text, zone }) => `${text} ${zone}`)
      .join(', '),
    rule_version: rules.version,
    may_call: open,
    opens_at: open || ended !== null ? null : (nextOpening(rules, where, now)?.toISOString() ?? null),
    reason: open ? null : (ended ?? 'outside_calling_hours'),
  };
}

export type Nobody = { readonly opensAt: Date | undefined; readonly reason: NonNullable<NextCall['reason']> };

export const toNobody = (tx: Tx, { opensAt, reason }: Nobody): NextCall => ({
  none: true,
  consultation: null,
  phone: null,
  why: [],
  attempts: null,
  callback_at: null,
  lease_until: null,
  local_time: null,
  rule_version: tx.config.callingHours.version,
  may_call: false,
  opens_at: opensAt?.toISOString() ?? null,
  reason,
});
