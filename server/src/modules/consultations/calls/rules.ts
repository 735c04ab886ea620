import { closedReason } from '../errors.ts';
import type { LockedConsultation } from '../facts.ts';

type QueueCallVerdict =
  | { readonly kind: 'log' }
  /** Calls about an intake are logged at the intake, which they move. */
  | { readonly kind: 'at_intake' }
  | { readonly kind: 'refuse'; readonly reason: string };

/** Whether a call about a case of the queue is logged. The outcome does not matter: only an intake moves by it. */
export function decideQueueCall(source: LockedConsultation['source'], closedAt: Date | null): QueueCallVerdict {
  if (source === 'agent_intake') return { kind: 'at_intake' };
  return closedAt === null ? { kind: 'log' } : { kind: 'refuse', reason: closedReason };
}
