import { createHash } from 'node:crypto';
import { isInAgentSandbox, type Actor } from '#actor';
import type { Ctx } from '#context';
import { canonicalJson } from '#lib/json/canonical-json';
import { readIdempotencyKey } from '#platform/idempotency';
import type { IntakeRequest } from '../schemas.ts';
import { createIntake, type CreatedIntake } from './create-intake.ts';

type Submission = {
  readonly request: IntakeRequest;
  /** The client's key; undefined if it chose none. */
  readonly key: string | undefined;
  /** Without a client's key, the same case twice is one submission, as long as it is open. */
  readonly sameCaseOnce?: boolean;
};

/** Creates an intake under the client's key, whose scope is one agent, or one address without an agent key (D-043). */
export function createUnderKey(ctx: Ctx, { request, key, sameCaseOnce = false }: Submission): Promise<CreatedIntake> {
  const scope = scopeOf(ctx.actor);
  if (key !== undefined) {
    const idempotencyKey = readIdempotencyKey(`intakes.open/${scope}`, key, request);
    return createIntake(ctx, { request, idempotencyKey });
  }
  if (!sameCaseOnce) return createIntake(ctx, { request, idempotencyKey: undefined });
  // A separate scope that no client's key can be in.
  const named = readIdempotencyKey(`intakes.same-case/${scope}`, fingerprintOf(request), request);
  const idempotencyKey = { ...named, madeFromCase: true };
  // Many people share an address, and the case is not secret; an agent can read its intakes anyway.
  return createIntake(ctx, { request, idempotencyKey, linkOnce: ctx.actor.kind !== 'agent' });
}

function scopeOf(actor: Actor): string {
  if (actor.kind === 'agent') return actor.principalId;
  const submitter = 'address' in actor ? actor.address : actor.kind;
  // An agent always has one mode; an address may use both.
  return isInAgentSandbox(actor) ? `${submitter}/test` : submitter;
}

const fingerprintOf = (request: IntakeRequest): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex');
