import { isInAgentSandbox } from '#actor';
import type { Ctx, Tx } from '#context';
import { isMagic } from '#lib/api/agent-sandbox';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays, addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordConsent } from '#modules/ledger';
import { createConsultation } from '#modules/consultations';
import { findAllowance, promiseDiscount, queueMessage, type Customer } from '#modules/customers';
import { computePreliminary, consumeAllowance, storeSnapshot, queuePlateLookup } from '#modules/vehicles';
import { publishEvent } from '#modules/webhooks';
import { transact } from '#platform/db';
import { findStoredResponse, storeResponse } from '#platform/idempotency';
import { composeWelcome, encryptLink, issueLink, type LinkFor } from '../confirmation/confirmation.ts';
import { enrichRequest, findSubmittedCustomer, isAccepting, type Enrichment } from '../enrichment/enrichment.ts';
import { programClosed } from '../errors.ts';
import { intakeEvent } from '../events.ts';
import { tracePartsOfOffer } from '../facts.ts';
import { identifySubmitter, type Submitter } from '../identify-submitter.ts';
import { findAnswer, type SubmissionKey } from '../intakes.ts';
import { moveWithConsultations, withdrawIntakeMessages } from '../lifecycle/lifecycle.ts';
import { computeReceipt, issuePollToken } from '../receipt/receipt.ts';
import { decideIntake, toCallContact } from '../rules.ts';
import type { IntakeRequest, Receipt } from '../schemas.ts';
import { listOpenIntakes } from '../status-store.ts';
import { insertIntake, type Intake } from '../store.ts';

type CreateIntake = {
  readonly request: IntakeRequest;
  /** Undefined when the request has no Idempotency-Key. */
  readonly idempotencyKey: SubmissionKey | undefined;
  /** The link is in the first answer only, because a repeated request may come from another client. */
  readonly linkOnce?: boolean;
};

export type CreatedIntake = { readonly status: 200 | 201; readonly receipt: Receipt };

/**
 * Creates an intake for an agent's customer. A submitter has at most one open intake per customer and vehicle, and
 * a request with an idempotency key takes effect once: repeated, it gets the stored response.
 */
export async function createIntake(
  ctx: Ctx,
  { request, idempotencyKey, linkOnce = false }: CreateIntake,
): Promise<CreatedIntake> {
  // Other services may be called here, so no transaction is open.
  const enrichment = await enrichRequest(ctx, request, { idempotencyKey });
  return transact(ctx, async (tx) => {
    const draft = draftIntake(tx, request, enrichment);
    const submitter = identifySubmitter(tx);
    // Sent together: all of these reads cost one round trip.
    const [storedResponse, accepting, customer, { open, expiredIds }, allowance] = await Promise.all([
      idempotencyKey && findStoredResponse(tx, idempotencyKey, draft.createdAt),
      isAccepting(tx),
      findSubmittedCustomer(tx, draft),
      listOpenIntakes(tx.db, { ...draft, ...submitter }, draft.createdAt),
      draft.test ? undefined : findAllowance(tx, draft),
    ]);
    const answered = idempotencyKey && findAnswer(idempotencyKey, storedResponse, open);
    if (answered) return { status: 200, receipt: { ...answered, idempotent_replay: true } };
    if (!accepting) throw programClosed();

    const { servedStates, intakeTtlDays } = tx.config;
    const registered = draft.agentTier === 'registered';
    const countedSince = addDays(draft.createdAt, -intakeTtlDays);
    const known = { customer, open, servedStates, vin: enrichment.facts.vin, registered, countedSince };
    const isMagicDuplicate = draft.test && isMagic(draft.email, 'duplicate');
    const verdict = isMagicDuplicate ? 'duplicate' : decideIntake(known, request);
    const ended = await moveWithConsultations(tx, expiredIds, 'expired');
    const decided = {
      ...draft,
      ...(verdict === 'received' ? accept(tx, draft, customer) : setAside(verdict, customer)),
    };
    withdrawIntakeMessages(tx, ended);
    recordAttestation(tx, decided);
    const created =
      verdict === 'received'
        ? welcome(tx, { ...decided, preliminary: await readPreliminary(tx, enrichment) }, { submitter, allowance })
        : answerNeutrally(tx, decided, submitter);
    if (verdict === 'received' && enrichment.platePending) queuePendingPlate(tx, draft);
    if (idempotencyKey)
      storeResponse(tx, idempotencyKey, toStoredResponse(tx, created, { createdAt: draft.createdAt, linkOnce }));
    return created;
  });
}

function draftIntake(tx: Tx, request: IntakeRequest, { lookedUp }: Enrichment): Intake {
  const now = tx.clock.now();
  const { email, phone } = request.customer;
  const principalId = tx.actor.kind === 'agent' ? tx.actor.principalId : undefined;
  return {
    id: newId('int', now),
    status: 'received',
    agentTier: principalId === undefined ? 'anonymous' : 'registered',
    principalId,
    request,
    lookedUp,
    preliminary: undefined,
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    test: isInAgentSandbox(tx.actor),
    struckPhones: [],
    attestationVersion: tx.config.attestationVersion,
    discountApplied: false,
    priorityCallback: false,
    consultationId: undefined,
    welcomeCapped: false,
    heldChannels: [],
    confirmation: undefined,
    proofs: { email: undefined, text: undefined, call: undefined },
    createdAt: now,
    statusAt: now,
    expiresAt: addDays(now, tx.config.intakeTtlDays),
  };
}

/** The results of an accepted submission: a consultation, the promise of the discount, and a welcome within the limit. */
function accept(tx: Tx, draft: Intake, customer: Customer): Partial<Intake> {
  const isWarmHandoff = draft.request.consent.mode === 'warm_handoff' && draft.agentTier === 'registered';
  const priorityCallback = isWarmHandoff && draft.phone !== undefined;
  const consultationId = createConsultation(tx, {
    source: 'agent_intake',
    sourceId: draft.id,
    priority: priorityCallback,
    registered: draft.agentTier === 'registered',
    test: draft.test,
    endsAt: draft.expiresAt,
    contact: toCallContact(draft),
    offer: tracePartsOfOffer(draft.request, draft.lookedUp),
  });
  if (customer.discountApplies) promiseDiscount(tx, consultationId);
  return {
    discountApplied: customer.discountApplies,
    priorityCallback,
    welcomeCapped: customer.welcomeCapped,
    consultationId,
  };
}

/** Agents without a key have a daily allowance (D-026). */
async function readPreliminary(tx: Tx, { read, facts }: Enrichment): Promise<Intake['preliminary']> {
  if (read === undefined) return undefined;
  if (tx.actor.kind === 'anonymous' && !(await consumeAllowance(tx, tx.actor.address))) return undefined;
  return computePreliminary(read, { snapshotId: storeSnapshot(tx, read), offerCents: facts.offerCents });
}

function queuePendingPlate(tx: Tx, { id, request }: Intake): void {
  const { plate, plate_state: state } = request.vehicle ?? {};
  if (plate !== undefined && state !== undefined) queuePlateLookup(tx, id, { plate, state });
}

/** A neutral intake is stored and has no effects (D-032 and D-034). */
const setAside = (status: 'duplicate' | 'not_eligible', customer: Customer): Partial<Intake> => ({
  status,
  discountApplied: status === 'duplicate' && customer.discountApplies,
});

type Welcome = {
  readonly submitter: Submitter;
  readonly allowance: Awaited<ReturnType<typeof findAllowance>> | undefined;
};

/** The receipt's statement about each message is binding: held ones stay held, promised ones are sent. */
function welcome(tx: Tx, accepted: Intake, { submitter, allowance }: Welcome): CreatedIntake {
  const link = taggedToken(tx.config.cell, 32);
  const notify = accepted.request.consent.notify_customer ?? true;
  const linkFor: LinkFor = (via, contact) => issueLink(tx, { intakeId: accepted.id, via, contact });
  const welcomes = notify && !accepted.welcomeCapped ? composeWelcome(tx, accepted, linkFor) : [];
  const messages = welcomes.map((message) => ({
    ...message,
    heldBy: allowance?.[message.content.channel] ?? 'nothing',
  }));
  const heldChannels = messages.filter(({ heldBy }) => heldBy !== 'nothing').map(({ content }) => content.channel);
  const intake = { ...accepted, heldChannels };
  const [submitterHash] = submitter.submitterHashes;
  insertIntake(tx.db, intake, { link: encryptLink(tx, intake.id, link), submitterHash });
  publishEvent(tx, intakeEvent(intake, 'received'));
  const receipt = computeReceipt(tx.config, intake, { link });
  const token = issuePollToken(tx, intake.id);
  queueMessage(tx, ...messages);
  return { status: 201, receipt: { ...receipt, poll_token: token } };
}

function answerNeutrally(tx: Tx, intake: Intake, { submitterHashes: [submitterHash] }: Submitter): CreatedIntake {
  insertIntake(tx.db, intake, { link: undefined, submitterHash });
  return { status: 200, receipt: computeReceipt(tx.config, intake, { link: undefined }) };
}

/** Records the submitter's claim about the customer; the address is a claim as well. In the sandbox no claim is recorded. */
function recordAttestation(tx: Tx, intake: Intake): void {
  const { mode, notify_customer: notify } = intake.request.consent;
  recordConsent(tx, {
    kind: 'attested',
    contacts: { email: intake.email, phone: intake.phone, test: intake.test },
    subjectId: intake.id,
    details: {
      agent_tier: intake.agentTier,
      principal_id: intake.principalId ?? null,
      claimed_address: 'address' in tx.actor ? tx.actor.address : null,
      attestation_version: intake.attestationVersion,
      mode: mode ?? 'customer_directed',
      notify_customer: notify ?? true,
    },
  });
}

/** The poll token is shown in the first response only, so the stored response does not contain it (D-045). */
function toStoredResponse(
  tx: Tx,
  { status, receipt }: CreatedIntake,
  { createdAt, linkOnce }: { readonly createdAt: Date; readonly linkOnce: boolean },
) {
  const { poll_token: _once, ...whole } = receipt;
  const body = linkOnce ? { ...whole, customer_confirmation_url: null, customer_message: null } : whole;
  return { status, body, expiresAt: addHours(createdAt, tx.config.idempotencyTtlHours) };
}
