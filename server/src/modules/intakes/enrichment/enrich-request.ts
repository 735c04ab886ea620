import { isInAgentSandbox } from '#actor';
import type { Ctx } from '#context';
import { agentSandboxPlate } from '#lib/api/agent-sandbox';
import { enrichFacts, isFullVin, knownVin, type LookedUp } from '#modules/facts';
import type { MarketRead } from '#modules/market';
import { resolvePlate } from '#modules/vehicles';
import { toFacts, toStatements, type Facts } from '../facts.ts';
import { precheckSubmission } from './precheck-submission.ts';
import type { IntakeRequest } from '../schemas.ts';
import type { SubmissionKey } from '../find-answer.ts';

/** What is known of a case before anything is stored. */
export type Enrichment = {
  readonly lookedUp: LookedUp;
  readonly facts: Facts;
  /** The plate's provider has not answered yet and is asked again later. */
  readonly platePending: boolean;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
};

/** For an intake, what was found out earlier; for a submission, its idempotency key. */
type EnrichmentSubject = { readonly known: LookedUp } | { readonly idempotencyKey?: SubmissionKey | undefined };

/**
 * Finds out what it can while the agent waits: the VIN of a plate, the vehicle of a VIN, the market of both. Nothing is
 * stored, and no failure of a provider fails the submission.
 */
export async function enrichRequest(
  ctx: Ctx,
  request: IntakeRequest,
  about: EnrichmentSubject = {},
): Promise<Enrichment> {
  const { lookedUp: withPlate, platePending } = await findPlate(ctx, request, about);
  const { lookedUp, facts, read } = await enrichFacts(ctx, toStatements(request, withPlate));
  return { lookedUp, facts: toFacts(facts), platePending, read };
}

async function findPlate(ctx: Ctx, request: IntakeRequest, about: EnrichmentSubject) {
  const { vehicle = {} } = request;
  const { plate, plate_state: state } = vehicle;
  const known = 'known' in about ? about.known : {};
  if (plate === undefined || state === undefined || isFullVin(knownVin(toStatements(request, known)))) {
    return { lookedUp: known, platePending: false };
  }
  // No provider is asked for the sandbox; it knows one plate.
  if (isInAgentSandbox(ctx.actor)) return { lookedUp: { ...known, ...findSandboxPlate(plate) }, platePending: false };
  // Each look-up is paid for, and a submission that is refused needs none.
  const isWorthIt =
    'known' in about ? undefined : () => precheckSubmission(ctx, { request, idempotencyKey: about.idempotencyKey });
  const resolution = await resolvePlate(ctx, { plate, state }, isWorthIt);
  const lookedUp = resolution.kind === 'found' ? { ...known, plate: { vin: resolution.vin } } : known;
  return { lookedUp, platePending: resolution.kind === 'pending' };
}

const findSandboxPlate = (plate: string): Pick<LookedUp, 'plate'> =>
  plate.toUpperCase() === agentSandboxPlate.plate ? { plate: { vin: agentSandboxPlate.vin } } : {};
