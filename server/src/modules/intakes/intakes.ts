import type { IdempotencyKey, StoredResponse } from '#platform/idempotency';
import type { Receipt } from './schemas.ts';
import type { EarlierIntake } from './status-store.ts';

/** The client's own name for a submission, or one that is made from the case where it chose none. */
export type SubmissionKey = IdempotencyKey & { readonly madeFromCase?: boolean };

/**
 * The answer that a repetition gets. A key that is made from the case holds as long as the case is open: afterwards the owner
 * may want it again, and the same words are another submission.
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
