import { requireStaff } from '#actor';
import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { insertCall, requeueRow } from './call-store.ts';
import { attemptsMax, callbackPauseS, pausesS, reachedPauseS } from './rules.ts';
import type { callOutcomes } from './schemas.ts';

export type CallOutcome = (typeof callOutcomes)[number];

export type NewCall = {
  readonly consultationId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  /** When the owner asked to be called again, with the outcome callback_requested. */
  readonly callbackAt?: Date | undefined;
};

const reachedNobody = new Set<CallOutcome>(['no_answer', 'voicemail']);

/** Outcomes by which the owner says that they want no further call about this case. */
const noes = new Set<CallOutcome>(['declined', 'not_requested', 'do_not_contact']);

/** And those by which they want one after all. */
const yeses = new Set<CallOutcome>(['confirmed', 'callback_requested']);

/** Notes that a person of the team called, by which rules and at what time of the owner's, and when to call again. */
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
    answer: noes.has(outcome) ? 'no' : yeses.has(outcome) ? 'yes' : undefined,
  });
}
