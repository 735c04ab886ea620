import type { Card } from '../schemas.ts';
import { statementsOf, type StatedRow } from '../statement-rules.ts';
import { traceFacts } from '#modules/facts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const joined = (...parts: readonly (string | number | null | undefined)[]): string | null =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ') || null;

function factsOf(row: StatedRow) {
  const facts = traceFacts(statementsOf(row));
  return {
    name: joined(facts.first_name?.value, initial(facts.last_name?.value ?? null)),
    vehicle: joined(facts.year?.value, facts.make?.value, facts.model?.value),
    loss_state: facts.loss_state?.value ?? null,
  };
}

/**
 * A list shows only the initial of a name; opening the consultation shows the rest and is recorded in the audit trail.
 */
const initial = (name: string | null): string | null => {
  const [first] = name ?? '';
  return first === undefined ? null : `${first}.`;
};

/** The card of a consultation, for this staff member; `unread` has how many replies wait to be read, by case. */
export const toCard = (row: StatedRow, staffId: string, unread: ReadonlyMap<string, number>): Card => ({
  id: row.id,
  number: row.number,
  source: row.source,
  source_id: row.source_id,
  lane: row.lane,
  status: row.status,
  status_at: row.status_at.toISOString(),
  ...factsOf(row),
  gap_cents: row.gap_cents === null ? null : Number(row.gap_cents),
  priority: row.priority,
  test: row.test,
  proven: row.proven,
  relayed: row.relayed && row.proven === null,
  tied: row.tied.length,
  attempts: row.attempts,
  last_call_at: iso(row.last_call_at),
  callback_at: iso(row.callback_at),
  next_call_at: iso(row.next_call_at),
  waits_for_number: row.waits_for_number,
  number_struck: row.number_struck,
  opened_at: row.opened_at.toISOString(),
  delivered_at: iso(row.delivered_at),
  closed_at: iso(row.closed_at),
  stopped: row.stopped,
  unread_replies: unread.get(row.id) ?? 0,
  by_telephone: row.by_telephone,
  unreadable: false,
  assignee:
    row.assignee_id === null
      ? null
      : { staff_id: row.assignee_id, name: row.assignee_name ?? 'somebody', mine: row.assignee_id === staffId },
  held:
    row.lease_staff_id === null || row.lease_until === null
      ? null
      : {
          staff_id: row.lease_staff_id,
          name: row.lease_name ?? 'somebody',
          until: row.lease_until.toISOString(),
          mine: row.lease_staff_id === staffId,
        },
});
