import type { IdempotencyKey, StoredResponse } from '#platform/idempotency';
import type { Receipt } from './schemas.ts';
import type { EarlierIntake } from './status-store.ts';

/** The client's own idempotency key for a submission, or one derived from the case if it chose none. */
export type SubmissionKey = IdempotencyKey & { readonly madeFromCase?: boolean };

/**
 * The answer for a repeated request. A key derived from the case is valid as long as the case is open: afterward the
 * owner may want it again, and an identical request is a new submission.
 */
export function findAnswer(
  { madeFromCase = false }: SubmissionKey,
  stored: StoredResponse | undefined,
  open: readonly EarlierIntake[],
): Receipt | undefined {
  const receipt = stored?.body as Receipt | undefined;
  const holds = !madeFromCase || open.some(({ id }) => id === receipt?.intake_id);
  return holds ? receipt : undefined;
}
