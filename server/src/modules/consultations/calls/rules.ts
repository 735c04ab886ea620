import type { CallWindow } from '#lib/calling/calling-hours';
import { closedReason, noNumberReason } from '../errors.ts';
import type { LockedConsultation } from '../facts.ts';
import { localTimes } from '../rules.ts';
import type { callOutcomes } from '../schemas.ts';
import type { CalledRow } from './store.ts';

export type CallOutcome = (typeof callOutcomes)[number];

/** Outcomes after which the customer wants no more calls about this consultation. */
const noOutcomes = new Set<CallOutcome>(['declined', 'not_requested', 'do_not_contact']);

/** Outcomes after which the customer does want a call. */
const yesOutcomes = new Set<CallOutcome>(['confirmed', 'callback_requested']);

/** Outcomes that can always be logged, whatever the state of the case, so that a request to stop is never refused. */
const stops = new Set<CallOutcome>(['declined', 'do_not_contact']);

export const isNo = (outcome: CallOutcome): boolean => noOutcomes.has(outcome);

export const isStop = (outcome: CallOutcome): boolean => stops.has(outcome);

export const reachedNobody = (outcome: CallOutcome): boolean => outcome === 'no_answer' || outcome === 'voicemail';

export const answerOf = (outcome: CallOutcome): 'no' | 'yes' | undefined =>
  isNo(outcome) ? 'no' : yesOutcomes.has(outcome) ? 'yes' : undefined;

type QueueCallVerdict =
  | { readonly kind: 'log' }
  /** Calls about an intake are logged at the intake, which they move. */
  | { readonly kind: 'at_intake' }
  | { readonly kind: 'refuse'; readonly reason: string };

type Called = {
  readonly source: LockedConsultation['source'];
  readonly closedAt: Date | null;
  readonly hasNumber: boolean;
};

/** Whether a call about a queue case may be logged: while the case is open, and always for a stop. */
export function decideQueueCall({ source, closedAt, hasNumber }: Called, outcome: CallOutcome): QueueCallVerdict {
  if (source === 'agent_intake') return { kind: 'at_intake' };
  if (closedAt !== null && !isStop(outcome)) return { kind: 'refuse', reason: closedReason };
  if (outcome === 'wrong_number' && !hasNumber) return { kind: 'refuse', reason: noNumberReason };
  return { kind: 'log' };
}

export const windowOf = ({ zones, window_state: state }: CalledRow): CallWindow => ({
  state: state ?? undefined,
  zones: zones ?? [],
});

/** The customer's local times, as stored with a call. */
export const localTimeText = (row: CalledRow, at: Date): string =>
  row.zones === null
    ? 'unknown'
    : localTimes(windowOf(row), at)
        .toSorted((a, b) => (a.zone < b.zone ? -1 : 1))
        .map(({ text, zone }) => `${text} ${zone}`)
        .join(', ');
