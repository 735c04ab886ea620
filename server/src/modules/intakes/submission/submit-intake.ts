import { limitName, type AgentActor } from '#actor';
import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { registeredMultiplier } from '#modules/agents';
import { validationFailed } from '#platform/errors';
import type { Counted } from '#platform/limits';
import type { IntakeRequest } from '../schemas.ts';
import { findIssues } from './check-intake.ts';
import type { CreatedIntake } from './create-intake.ts';
import { createUnderKey } from './create-under-key.ts';

type Submission = {
  /** The raw body; it is checked here. */
  readonly body: unknown;
  /** Without one, the same case twice is one submission, because a program that got no answer rarely remembers a key. */
  readonly key: string | undefined;
  /**
   * Throws the error that the request simulates in the sandbox; called once the submission is counted and checked.
   */
  readonly rehearse?: ((request: IntakeRequest) => void) | undefined;
};

/** Does the same as `POST /intakes` for a client on another transport: counted, checked, created. */
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

type Submitter = { readonly agent: AgentActor | undefined; readonly address: string };

/** Counts a submission against its agent, or against the address of a client without a valid key (D-010, D-067). */
export async function countSubmission(ctx: Ctx, { agent, address }: Submitter): Promise<Counted> {
  const points = ctx.config.intakeAnonPerMin * (agent === undefined ? 1 : registeredMultiplier);
  const bucket = addressBucket(address);
  const counted = await ctx.limits.consume(
    { name: limitName('intakes', ctx.actor), points, windowS: 60, told: true, whenStoreIsGone: 'let through' },
    agent?.principalId ?? bucket,
  );
  // Anyone can have any number of sandbox agents, so the address counts there too.
  if (agent !== undefined && !agent.livemode)
    await ctx.limits.consume(
      { name: 'sandbox-address', points: points * 2, windowS: 60, whenStoreIsGone: 'refuse' },
      bucket,
    );
  return counted;
}
