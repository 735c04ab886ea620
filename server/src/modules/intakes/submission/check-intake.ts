import type { ValidateFunction } from 'ajv';
import type { Ctx } from '#context';
import { dropOptionalNulls } from '#lib/api/drop-optional-nulls';
import { findStateProblem, servesState, stateNotServed } from '#lib/calling/us-states';
import { isFullVin } from '#modules/consultations';
import type { Issue } from '#platform/errors';
import { createValidator, maxIssues, toIssues } from '#platform/validation';
import { isAccepting } from '../enrichment/enrichment.ts';
import { computeFacts } from '../facts.ts';
import { questionOf } from '../question-messages.ts';
import { computeCrossIssues, computeMissingFields, oneForEachMember } from '../rules.ts';
import { intakeRequestSchema, type IntakeRequest } from '../schemas.ts';

/** A member of a draft, and what to ask the owner about it. */
type Question = { readonly path: string; readonly ask: string };

export type SubmissionCheck = {
  /** Whether it would be taken by its form, its state and the program; nothing is said of the person. */
  readonly acceptable: boolean;
  readonly problems: readonly (Question & { readonly message: string })[];
  /** What would help and may be left out; empty while there are problems. */
  readonly missing: readonly Question[];
  /** Whether the state of the loss is served; undefined while it is not known. */
  readonly stateServed: boolean | undefined;
  readonly programOpen: boolean;
  readonly marketReadable: boolean;
};

/**
 * What would become of a draft, as far as its own words tell. It writes nothing and looks nobody up: contacts and what is
 * known of them have no part in it, so that it answers no question about a person.
 */
export async function checkIntake(ctx: Ctx, draft: unknown): Promise<SubmissionCheck> {
  const refused = findIssues(draft, ctx.actor.kind === 'agent');
  const programOpen = await isAccepting(ctx);
  const wellFormed = refused.length === 0 ? (draft as IntakeRequest) : undefined;
  const state = wellFormed?.loss?.loss_state;
  const stateServed = state === undefined ? undefined : servesState(ctx.config, state);
  const problem = findStateProblem(ctx.config, state);
  // A submission with it is not eligible, as from any state that is not served; here it can still be corrected.
  const isMistyped = problem !== undefined && problem !== stateNotServed;
  const issues = isMistyped ? [{ path: 'loss.loss_state', message: problem }] : refused;
  const request = isMistyped ? undefined : wellFormed;
  return {
    acceptable: request !== undefined && programOpen && stateServed !== false,
    problems: issues.map(({ path, message }) => ({ path, message, ask: questionOf(path, message) })),
    missing: request === undefined ? [] : listMissing(request).map((path) => ({ path, ask: questionOf(path) })),
    stateServed,
    programOpen,
    marketReadable: request !== undefined && isReadable(request),
  };
}

/** What a full VIN tells is not asked for. */
const ofVin = ['vehicle.year', 'vehicle.make', 'vehicle.model'];

function listMissing(request: IntakeRequest): string[] {
  const facts = computeFacts(request, {});
  const missing = computeMissingFields(request, facts);
  return isFullVin(facts.vin) ? missing.filter((path) => !ofVin.includes(path)) : missing;
}

function isReadable(request: IntakeRequest): boolean {
  const { vin, year, make, model, zip, lossState } = computeFacts(request, {});
  const named = year !== undefined && make !== undefined && model !== undefined;
  return (isFullVin(vin) || named) && (zip !== undefined || lossState !== undefined);
}

let validate: ValidateFunction | undefined;

/**
 * Everything that the submission is refused for by its form, in the words and the order of the HTTP operation. Nulls in
 * optional members are taken out of it first (D-009).
 */
export function findIssues(body: unknown, registered: boolean): Issue[] {
  validate ??= createValidator().compile(intakeRequestSchema);
  dropOptionalNulls(body, intakeRequestSchema);
  const found = validate(body) ? [] : toIssues(validate.errors ?? []);
  return oneForEachMember([...found, ...computeCrossIssues(body, registered)]).slice(0, maxIssues);
}
