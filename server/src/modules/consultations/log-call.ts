import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { newId } from '#lib/ids';
import type { callOutcomes } from './schemas.ts';
import { insertCall } from './store.ts';

export type CallOutcome = (typeof callOutcomes)[number];

export type NewCall = {
  readonly consultationId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
};

/** Notes that a person of the team called, and how it went. */
export function logCall(tx: Tx, { consultationId, outcome, note }: NewCall): void {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  insertCall(tx.db, {
    id: newId('cal', now),
    consultation_id: consultationId,
    staff_id: staffId,
    outcome,
    note: note ?? null,
    called_at: now,
  });
}
