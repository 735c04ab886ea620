import { isDeepStrictEqual } from 'node:util';
import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { agentSandboxPlate, isMagic, nameOnSandboxDomain } from '#lib/api/agent-sandbox';
import type { Contacts } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { findCustomer, type Customer } from '#modules/customers';
import { enrichFacts, isFullVin, knownVin, refreshPreliminary, type LookedUp, type Said } from '#modules/consultations';
import { isEnabled } from '#modules/feature-flags';
import {
  computePreliminary,
  consumeAllowance,
  hasAllowance,
  type MarketRead,
  type Preliminary,
  resolvePlate,
} from '#modules/vehicles';
import { transact } from '#platform/db';
import { findStoredResponse } from '#platform/idempotency';
import { intakeNotFound } from '../errors.ts';
import { toFacts, toStatements, type Facts, type Submitted } from '../facts.ts';
import { identifySubmitter } from '../identify-submitter.ts';
import { findAnswer, type SubmissionKey } from '../intakes.ts';
import { fillOffer } from '../lifecycle/lifecycle.ts';
import { decideIntake } from '../rules.ts';
import type { IntakeRequest } from '../schemas.ts';
import { listOpenIntakes } from '../status-store.ts';
import { findIntake, lockIntake, updateLookedUp, type Intake, type StoredIntake } from '../store.ts';

/** The known facts of a case before anything is stored. */
export type Enrichment = {
  readonly lookedUp: LookedUp;
  readonly facts: Facts;
  /** The plate's provider has not answered yet; a later lookup tries again. */
  readonly platePending: boolean;
  /** Undefined without enough detail, or when the market could not be read. */
  readonly read: MarketRead | undefined;
};

/** For an intake, the earlier findings; for a submission, its idempotency key. */
type EnrichmentSubject = { readonly known: LookedUp } | { readonly idempotencyKey?: SubmissionKey | undefined };

/**
 * Looks up what it can while the agent waits: the VIN of a plate, the vehicle of a VIN, the market of both. Nothing
 * is stored, and no failure of a provider fails the submission.
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
  // No provider is called for the sandbox, which has one known plate.
  if (isInAgentSandbox(ctx.actor)) return { lookedUp: { ...known, ...findSandboxPlate(plate) }, platePending: false };
  // Each lookup costs money, and a refused submission needs none.
  const isWorthIt =
    'known' in about ? undefined : () => precheckSubmission(ctx, { request, idempotencyKey: about.idempotencyKey });
  const resolution = await resolvePlate(ctx, { plate, state }, isWorthIt);
  const lookedUp = resolution.kind === 'found' ? { ...known, plate: { vin: resolution.vin } } : known;
  return { lookedUp, platePending: resolution.kind === 'pending' };
}

const findSandboxPlate = (plate: string): Pick<LookedUp, 'plate'> =>
  plate.toUpperCase() === agentSandboxPlate.plate ? { plate: { vin: agentSandboxPlate.vin } } : {};

type Submission = {
  readonly request: IntakeRequest;
  /** Undefined when the request has no Idempotency-Key. */
  readonly idempotencyKey: SubmissionKey | undefined;
};

/** Matches no real VIN: the right length, in a letter that VINs do not use. */
const someOtherVin = 'O'.repeat(17);

/**
 * Whether a submission can still be accepted, whatever vehicle its plate resolves to: not answered already, program
 * open, customer eligible. Only a forecast; `createIntake` decides.
 */
async function precheckSubmission(ctx: Ctx, { request, idempotencyKey }: Submission): Promise<boolean> {
  const { email, phone } = request.customer;
  const contacts = {
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    test: isInAgentSandbox(ctx.actor),
  };
  return transact(ctx, async (tx) => {
    const [storedResponse, accepting, customer, { open }] = await Promise.all([
      idempotencyKey && findStoredResponse(tx, idempotencyKey, tx.clock.now()),
      isAccepting(tx),
      findSubmittedCustomer(tx, contacts),
      listOpenIntakes(tx.db, { ...contacts, ...identifySubmitter(tx) }, tx.clock.now()),
    ]);
    const answered = idempotencyKey && findAnswer(idempotencyKey, storedResponse, open);
    if (answered !== undefined || !accepting) return false;
    const { servedStates, intakeTtlDays } = tx.config;
    const registered = tx.actor.kind === 'agent';
    const countedSince = addDays(tx.clock.now(), -intakeTtlDays);
    const known = { customer, open, servedStates, vin: someOtherVin, registered, countedSince };
    return decideIntake(known, request) === 'received';
  });
}

/** A vehicle, its location and the offer; nothing about a person. */
type Previewed = Pick<
  Said,
  'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'zip' | 'loss_state' | 'date_of_loss' | 'offer_cents'
>;

type Preview =
  | { readonly kind: 'read'; readonly preliminary: Preliminary }
  /** These would have to be known. */
  | { readonly kind: 'too little'; readonly missing: readonly string[] }
  /** A client without a key has had its reads of the day (D-026). */
  | { readonly kind: 'used up' }
  | { readonly kind: 'unavailable' };

/** The early market read of an unsubmitted vehicle: it counts toward the allowance, and nothing is stored. */
export async function previewMarket(ctx: Ctx, vehicle: Previewed): Promise<Preview> {
  const address = ctx.actor.kind === 'anonymous' ? ctx.actor.address : undefined;
  if (address !== undefined && !(await hasAllowance(ctx, address))) return { kind: 'used up' };
  const { facts, read, readable } = await enrichFacts(ctx, { sent: vehicle, sentBy: 'agent', lookedUp: {} });
  if (!readable) {
    const needed = [
      ...(['year', 'make', 'model'] as const).filter((name) => facts[name] === undefined),
      ...(facts.zip === undefined && facts.loss_state === undefined ? ['zip'] : []),
    ];
    return { kind: 'too little', missing: needed };
  }
  if (read === undefined) return { kind: 'unavailable' };
  if (address !== undefined && !(await transact(ctx, (tx) => consumeAllowance(tx, address))))
    return { kind: 'used up' };
  return {
    kind: 'read',
    preliminary: computePreliminary(read, { snapshotId: undefined, offerCents: vehicle.offer_cents }),
  };
}

export type Refresh = {
  /** The new findings, from the earlier ones and the submission. */
  learn(known: LookedUp, sent: Submitted): LookedUp;
  /** Further writes or refusals in the same transaction, with the intake locked. */
  within?(tx: Tx, intake: Intake): Promise<void>;
};

/** A retry happens when the same intake is changed concurrently; five in a row do not occur in practice. */
const triesMax = 5;

/** Stores findings after an intake was created, and reads the market again with them. */
export async function refreshIntake(ctx: Ctx, intakeId: string, refresh: Refresh): Promise<StoredIntake> {
  for (let tries = 1; ; tries += 1) {
    const stored = await findIntake(ctx.db, intakeId, ctx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const { request, lookedUp } = stored.intake;
    // Outside the transaction, because other services are called; the intake is therefore compared again inside.
    const enrichment = await enrichRequest(ctx, request, { known: refresh.learn(lookedUp, request) });
    const refreshed = await transact(ctx, async (tx) => {
      const locked = await lockIntake(tx.db, intakeId, tx.clock.now());
      const overtaken = !isDeepStrictEqual(locked?.intake.lookedUp, lookedUp);
      if (locked === undefined || (overtaken && tries < triesMax)) return undefined;
      // Findings of other requests are always stored, even when there is no time left to read the market with them.
      const known: Enrichment = overtaken
        ? { ...enrichment, lookedUp: refresh.learn(locked.intake.lookedUp, request), read: undefined }
        : enrichment;
      await fillOffer(tx, locked.intake, known.lookedUp);
      await refresh.within?.(tx, locked.intake);
      return { ...locked, intake: await applyEnrichment(tx, locked.intake, known) };
    });
    if (refreshed !== undefined) return refreshed;
  }
}

async function applyEnrichment(tx: Tx, intake: Intake, enrichment: Enrichment): Promise<Intake> {
  const { lookedUp, read, facts } = enrichment;
  const preliminary = await refreshPreliminary(tx, intake.preliminary, { read, offerCents: facts.offerCents });
  const refreshed = { ...intake, lookedUp, preliminary };
  updateLookedUp(tx.db, refreshed);
  return refreshed;
}

/**
 * Adds the VIN of a plate whose provider answered too late for the agent. It acts as that agent, so that the market
 * read counts toward their allowance; the same VIN again changes nothing.
 */
export async function fillInVin(ctx: Ctx, intakeId: string, vin: string): Promise<void> {
  await refreshIntake(ctx, intakeId, { learn: (known) => ({ ...known, plate: { vin } }) });
}

/**
 * The stored state of a submitted customer. In the sandbox it is ignored, because one client could otherwise block an
 * address for all. Everyone uses the sandbox's own domain, so for its addresses only the magic names count.
 */
export async function findSubmittedCustomer(tx: Tx, contacts: Contacts): Promise<Customer> {
  const { email, test } = contacts;
  if (test !== true) return findCustomer(tx, contacts);
  if (nameOnSandboxDomain(email) === undefined) return { ...(await findCustomer(tx, contacts)), suppressed: false };
  return {
    suppressed: isMagic(email, 'do-not-contact') || isMagic(email, 'not-eligible'),
    discountApplies: !isMagic(email, 'no-discount'),
    welcomeCapped: false,
  };
}

/** Whether submissions are accepted; in the sandbox they always are. */
export const isAccepting = async (ctx: Ctx | Tx): Promise<boolean> =>
  isInAgentSandbox(ctx.actor) || isEnabled(ctx, 'intake_program_open');
