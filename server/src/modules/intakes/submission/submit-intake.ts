import type { Ctx } from '#context';
import { validationFailed } from '#platform/errors';
import type { IntakeRequest } from '../schemas.ts';
import { countSubmission } from './count-submission.ts';
import type { CreatedIntake } from './create-intake.ts';
import { createUnderKey } from './create-under-key.ts';
import { findIssues } from './find-issues.ts';

type Submission = {
  /** As it came; it is checked here. */
  readonly body: unknown;
  /** Without one, the same case twice is one submission: a program that got no answer rarely remembers a key. */
  readonly key: string | undefined;
  /** Throws what the sandbox was asked to refuse; called once the submission is counted and checked. */
  readonly rehearse?: ((request: IntakeRequest) => void) | undefined;
};

/** What `POST /intakes` does, for a client that comes by another way: counted, checked, created. */
export async function submitIntake(ctx: Ctx, { body, key, rehearse }: Submission): Promise<CreatedIntake> {
  const { actor } = ctx;
  const agent = actor.kind === 'agent' ? actor : undefined;
  await countSubmission(ctx, { agent, address: 'address' in actor ? actor.address : '' });
  const issues = findIssues(body, agent !== undefined);
  if (issues.length > 0) throw validationFailed(issues);
  const request = body as IntakeRequest;
  rehearse?.(request);
  return createUnderKey(ctx, { request, key, sameCaseOnce: true });
}
