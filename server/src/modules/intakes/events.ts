import type { NewEvent } from '#modules/webhooks';
import type { IntakeStatus } from './schemas.ts';

type PublishedStatus = Exclude<IntakeStatus, 'duplicate' | 'not_eligible'>;

/** One event per status an intake enters; it carries the status and no data of the customer (D-063). */
export const intakeEvent = (
  intake: { id: string; principalId: string | undefined; test: boolean },
  status: PublishedStatus,
): NewEvent => ({
  audience: 'agent',
  type: `intake.${status}`,
  accountId: intake.principalId,
  subjectId: intake.id,
  livemode: !intake.test,
  data: { intake_id: intake.id, status },
});
