import type { IntakeStatus } from '../schemas.ts';

type FileFacts = { readonly status: IntakeStatus; readonly proven: boolean; readonly held: boolean };

/**
 * What becomes of a report's file that is old enough to be looked at: it stays for good once somebody has proven to be
 * the customer, it waits while the team works on the case or a legal hold keeps it, and otherwise it goes.
 */
export function decideFile({ status, proven, held }: FileFacts): 'stays' | 'waits' | 'goes' {
  if (proven) return 'stays';
  return held || status === 'consultation_active' ? 'waits' : 'goes';
}
