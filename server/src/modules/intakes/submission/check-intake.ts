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

/** A member of a draft, and the question for the owner about it. */
type Question = { readonly path: string; readonly ask: string };

export type SubmissionCheck = {
  /** Whether it would be accepted by its form, its state and the program; nothing is revealed about the person. */
  readonly acceptable: boolean;
  readonly problems: readonly (Question & { readonly message: string })[];
  /** Optional fields that would help; empty while there are problems. */
  readonly missing: readonly Question[];
  /** Whether the state of the loss is served; undefined while it is not known. */
  readonly stateServed: boolean | undefined;
  readonly programOpen: boolean;
  readonly marketReadable: boolean;
};

/**
 * The result that a draft would have, based only on its own contents. It writes nothing and looks up no contacts, so
 * it reveals nothing about a person.
 */
export async function checkIntake(ctx: Ctx, draft: unknown): Promise<SubmissionCheck> {
  const refused = findIssues(draft, ctx.actor.kind === 'agent');
  const programOpen = await isAccepting(ctx);
  const wellFormed = refused.length === 0 ? (draft as IntakeRequest) : undefined;
  const state = wellFormed?.loss?.loss_state;
  const stateServed = state === undefined ? undefined : servesState(ctx.config, state);
  const problem = findStateProblem(ctx.config, state);
  // Such a submission would not be eligible, like one from a state that is not served; here it can still be corrected.
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

/** Fields that a full VIN already provides. */
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
 * Every formal problem for which the submission would be refused, in the wording and order of the HTTP operation.
 * Nulls in optional members are removed first (D-009).
 */
export function findIssues(body: unknown, registered: boolean): Issue[] {
  validate ??= createValidator().compile(intakeRequestSchema);
  dropOptionalNulls(body, intakeRequestSchema);
  const found = validate(body) ? [] : toIssues(validate.errors ?? []);
  return oneForEachMember([...found, ...computeCrossIssues(body, registered)]).slice(0, maxIssues);
}
