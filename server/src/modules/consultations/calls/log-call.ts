import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertCall, requeueRow } from './store.ts';
import { attemptsMax, callbackPauseS, pausesS, reachedPauseS } from '../rules.ts';
import type { callOutcomes } from '../schemas.ts';

export type CallOutcome = (typeof callOutcomes)[number];

type NewCall = {
  readonly consultationId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  /** When the customer asked to be called again, with the outcome callback_requested. */
  readonly callbackAt?: Date | undefined;
};

const reachedNobody = new Set<CallOutcome>(['no_answer', 'voicemail']);

/** Outcomes by which the customer wants no further call about this consultation. */
const noOutcomes = new Set<CallOutcome>(['declined', 'not_requested', 'do_not_contact']);

/** Outcomes by which the customer wants one after all. */
const yesOutcomes = new Set<CallOutcome>(['confirmed', 'callback_requested']);

/** Records a staff member's call with the calling rules and the customer's local time, and when to call again. */
export function logCall(tx: Tx, { consultationId, outcome, note, callbackAt }: NewCall): void {
  const { staffId } = requireStaff(tx.actor);
  const now = tx.clock.now();
  const promised = outcome === 'callback_requested' ? (callbackAt ?? null) : null;
  insertCall(tx.db, {
    id: newId('cal', now),
    consultationId,
    staffId,
    outcome,
    note: note ?? null,
    now,
    ruleVersion: tx.config.callingHours.version,
    callbackAt: promised,
  });
  const counts = reachedNobody.has(outcome);
  requeueRow(tx.db, {
    id: consultationId,
    now,
    counts,
    pausesS: counts ? pausesS : [outcome === 'callback_requested' ? callbackPauseS : reachedPauseS],
    attemptsMax,
    callbackAt: promised,
    answer: noOutcomes.has(outcome) ? 'no' : yesOutcomes.has(outcome) ? 'yes' : undefined,
  });
}
