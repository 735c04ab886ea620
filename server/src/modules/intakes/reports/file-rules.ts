import type { IntakeStatus } from '../schemas.ts';

/**
 * What becomes of a report's file that is old enough to be looked at: it stays for good once somebody has proven to be
 * the customer, it waits while the team works on the case, and otherwise it goes.
 */
export function decideFile({ status, proven }: { status: IntakeStatus; proven: boolean }): 'stays' | 'waits' | 'goes' {
  if (proven) return 'stays';
  return status === 'consultation_active' ? 'waits' : 'goes';
}
