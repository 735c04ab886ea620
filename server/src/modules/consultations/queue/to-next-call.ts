import type { Tx } from '#context';
import { type CallWindow, mayCall, nextOpening } from '#lib/calling/calling-hours';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { toBoardRow } from '../lifecycle/to-board-row.ts';
import type { NextCall } from './schemas.ts';
import { localTimes } from '../rules.ts';
import { explainChoice } from './rules.ts';
import type { QueueRow } from '../store.ts';

type Claimed = { readonly window: CallWindow | undefined; readonly until: Date; readonly leased: boolean };

/** A claimed consultation as its caller sees it: the number, the reason, and the customer's local time. */
export function toNextCall(tx: Tx, row: QueueRow, { window, until, leased }: Claimed): NextCall {
  const now = tx.clock.now();
  const rules = tx.config.callingHours;
  const where = window ?? { state: undefined, zones: [] };
  const position = {
    tier: row.tier,
    openedAt: row.opened_at,
    attempts: row.attempts,
    lastCallAt: row.last_call_at ?? undefined,
    callbackAt: row.callback_at ?? undefined,
  };
  const { phone } = decryptContact(tx, row);
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
    // A number that is shown outside calling hours would be dialed.
    phone: open ? (phone ?? null) : null,
    why: [
      ...(leased ? ['You have this case in hand already.'] : []),
      ...explainChoice(position, { now, window: where, rules }),
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
