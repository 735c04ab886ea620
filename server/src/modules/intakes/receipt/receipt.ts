import { isInAgentSandbox, requireAgent, type Actor } from '#actor';
import { actFor, type Ctx, type Tx } from '#context';
import { toPage, writeCursor } from '#lib/api/pagination';
import { breakLinks, typedName } from '#lib/text/typed-name';
import { bearerToken } from '#lib/tokens/bearer-token';
import { taggedToken } from '#lib/tokens/tagged-token';
import { actAsAgent, authenticateAgent } from '#modules/credentials';
import { agentApiUrl } from '#modules/agents';
import { findCheckoutLinks, noCheckoutLinks, ruleWords, type CheckoutLinks } from '#modules/checkout';
import { choices, type Channel } from '#modules/consultations';
import { hasDiscount, listHeldChannels } from '#modules/customers';
import type { Config } from '#platform/config';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { readIdCursor } from '#platform/http';
import { decryptLink } from '../confirmation/confirmation.ts';
import { confirmUrl, hasNumber, shownAgent } from '../confirmation/rules.ts';
import { intakeNotFound } from '../errors.ts';
import { computeFacts } from '../facts.ts';
import { computeMissingFields, isNeutral, linkWorks, maySend } from '../rules.ts';
import type { IntakeStatus, Receipt } from '../schemas.ts';
import { findIntake, findPolledIntake, type Intake, type PolledIntake, type StoredIntake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';
import { computePricing } from './compute-pricing.ts';
import { insertPollToken, listOwnRows, recheckPollToken } from './store.ts';

/**
 * The context of a poll, for the holder of a token or for an agent. Without a credential the answer is 401 for any id. With an
 * insufficient one the client still learns that an id is unknown (D-048), so the verb decides, which reads the intake with its token.
 */
export async function authenticatePollToken(ctx: Ctx, header: string | undefined, address: string): Promise<Ctx> {
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized();
  const agent = await authenticateAgent(ctx, header, address);
  if (agent !== undefined) return actAsAgent(ctx, agent);
  const tokenHashes = ctx.vault.fingerprints(token, 'token');
  const own = actFor(ctx, { kind: 'poll', address, tokenHashes, livemode: !isInAgentSandbox(ctx.actor) });
  const db = recheckAtCommit(own.db, { query: () => recheckPollToken(tokenHashes), refuse: unauthorized });
  return { ...own, db };
}

/**
 * Checkout links exist only for an active consultation that was delivered (D-037). The promised discount is quoted
 * only while the customer can still use it: another of their cases may have used it (D-035).
 */
export async function buildReceipt(ctx: Ctx, { intake, encryptedLink }: StoredIntake): Promise<Receipt> {
  const link = encryptedLink && decryptLink(ctx, intake.id, encryptedLink);
  const { status, consultationId, email, phone, test } = intake;
  const active = status === 'consultation_active' && consultationId !== undefined;
  const promised = { consultationId, contacts: { email, phone, test } };
  // Read together, so that a poll waits for the slowest of them and not for each in turn.
  const [checkout, isDiscountLeft, heldChannels, stoppedChannels] = await Promise.all([
    active ? findCheckoutLinks(ctx, consultationId) : noCheckoutLinks,
    intake.discountApplied && hasDiscount(ctx, promised),
    intake.heldChannels.length === 0 ? [] : listHeldChannels(ctx, intake.id),
    consultationId !== undefined && unfinishedStatuses.includes(status)
      ? choices.findStoppedChannels(ctx, consultationId)
      : [],
  ]);
  const discountApplied = intake.discountApplied && (checkout.discountUsed || isDiscountLeft);
  return computeReceipt(ctx.config, { ...intake, discountApplied, heldChannels }, { link, checkout, stoppedChannels });
}

/** The one sentence the contract allows. */
const callPurpose =
  'confirm the request came from the customer or their representative/agent and that they want the free appraisal consultation';

const checkoutNote = `The customer accepts terms and pre-authorizes their own card. Research: hold captured at delivery, no guarantee. Representation: hold ${ruleWords.en.captured}. Links appear after the customer has confirmed and the free consultation is delivered.`;

type ReceiptParts = {
  /** The confirm token; undefined once the link no longer works. */
  readonly link: string | undefined;
  /** Where the customer pre-authorizes; undefined before delivery. */
  readonly checkout?: CheckoutLinks;
  /** The channels on which the customer wants no contact. */
  readonly stoppedChannels?: readonly Channel[];
};

/** The receipt: the answer to a submission and to every poll. */
export function computeReceipt(
  config: Config,
  intake: Intake,
  { link, checkout = noCheckoutLinks, stoppedChannels = [] }: ReceiptParts,
): Receipt {
  const url = link !== undefined && linkWorks(intake.status) ? confirmUrl(config, link) : null;
  const channels = listChannels(intake).filter((channel) => !stoppedChannels.includes(channel));
  const hasStopped = stoppedChannels.length > 0 && channels.length === 0;
  return {
    intake_id: intake.id,
    status: intake.status,
    external_ref: intake.request.external_ref ?? null,
    customer_confirmation_url: url,
    customer_message: url === null || hasStopped ? null : customerMessage(intake, url),
    contact_policy: contactPolicy(intake, channels),
    agent_tier: intake.agentTier,
    pricing: computePricing(intake.discountApplied),
    checkout: {
      model: 'pre-authorization',
      research_url: checkout.researchUrl,
      representation_url: checkout.representationUrl,
      note: checkoutNote,
    },
    priority_callback: intake.priorityCallback,
    preliminary: intake.preliminary ?? null,
    missing_fields: isNeutral(intake.status)
      ? []
      : computeMissingFields(intake.request, computeFacts(intake.request, intake.lookedUp), intake.lookedUp),
    poll_url: `${agentApiUrl(config, !intake.test)}/intakes/${intake.id}`,
    docs_url: `${config.publicBaseUrl}/developers/agent`,
  };
}

type Written = 'email' | 'text';

/** The channels on which this customer can be messaged. */
const listChannels = (intake: Intake): Written[] => [
  ...(intake.request.customer.email === undefined ? [] : (['email'] as const)),
  ...(hasNumber(intake) ? (['text'] as const) : []),
];

/** Only these channels are promised, unless their message is held. */
function contactPolicy(intake: Intake, channels: readonly Written[]): Receipt['contact_policy'] {
  const { status, request, welcomeCapped, heldChannels } = intake;
  const notifyCustomer = request.consent.notify_customer ?? true;
  const sending = (channel: Written): boolean =>
    channels.includes(channel) &&
    maySend({ status, notifyCustomer, welcomeCapped, held: heldChannels.includes(channel) });
  return {
    will_email: sending('email'),
    will_text: sending('text'),
    will_call: status !== 'not_eligible',
    call_purpose: callPurpose,
    automated_calls: false,
  };
}

const purpose = 'to confirm the request came from you or your representative';

/**
 * Ready for the agent to relay (D-039). It shows the submitted names, unless they contain an address or a phone
 * number (D-143), because relaying it word for word vouches for it. The call is announced even where there is no
 * number yet, as the next step once there is one.
 */
function customerMessage(intake: Intake, url: string): string {
  const { agent, customer } = intake.request;
  const firstName = typedName(customer.first_name ?? '');
  const name = firstName === undefined ? '' : ` ${breakLinks(firstName)}`;
  const call = hasNumber(intake)
    ? `A person from our team will call you ${purpose}.`
    : `We have no number that we can call you at: once you give us one, a person from our team will call you ${purpose}.`;
  return `Hi${name}, ${breakLinks(shownAgent(agent) ?? 'An agent')} says you asked us to look at your total-loss claim. Tap to confirm that you want the free consultation: ${url} ${call} We never place automated calls.`;
}

/**
 * The intake in its current state, for the holder of its credential; an unknown id is reported before a wrong
 * credential.
 */
export async function getIntake(ctx: Ctx, intakeId: string): Promise<Receipt> {
  return buildReceipt(ctx, await requireIntakeAccess(ctx, intakeId));
}

type OwnIntakeDetail = {
  readonly receipt: Receipt;
  /** There is a number that can be called. */
  readonly callable: boolean;
  readonly createdAt: Date;
  readonly statusAt: Date;
};

/** An intake that this agent submitted, as a poll shows it; another agent's is not found, like an unknown one. */
export async function getOwnIntake(ctx: Ctx, intakeId: string): Promise<OwnIntakeDetail> {
  const { principalId } = requireAgent(ctx.actor);
  const found = await findIntake(ctx.db, intakeId, ctx.clock.now());
  if (found === undefined || found.intake.principalId !== principalId) throw intakeNotFound();
  const { createdAt, statusAt } = found.intake;
  return { receipt: await buildReceipt(ctx, found), callable: hasNumber(found.intake), createdAt, statusAt };
}

/** A token that reads one intake and nothing else; shown once, in the response that created the intake. */
export function issuePollToken(tx: Tx, intakeId: string): string {
  const token = `svc_poll_${taggedToken(tx.config.cell, 43)}`;
  insertPollToken(tx.db, {
    token_hash: tx.vault.fingerprint(token, 'token'),
    intake_id: intakeId,
    created_at: tx.clock.now(),
  });
  return token;
}

/** The list view of an intake for its agent: only data from its receipt, and no contact. */
export type OwnIntake = {
  readonly intake_id: string;
  readonly status: IntakeStatus;
  readonly external_ref: string | null;
  /** Year, make and model as they were submitted, or else the VIN; null for neither. */
  readonly vehicle: string | null;
  readonly agent_tier: 'anonymous' | 'registered';
  readonly priority_callback: boolean;
  readonly missing_fields: string[];
  readonly created_at: string;
  /** Since when it is in this status. */
  readonly status_at: string;
};

export type OwnIntakeQuery = {
  /** At most 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: IntakeStatus | undefined;
  readonly externalRef?: string | undefined;
};

/** The intakes that this agent submitted, newest first, a page at a time. */
export async function listOwnIntakes(ctx: Ctx, { limit, cursor, status, externalRef }: OwnIntakeQuery) {
  const { principalId } = requireAgent(ctx.actor);
  const belowId = cursor === undefined ? undefined : readIdCursor('int', cursor);
  const now = ctx.clock.now();
  const rows = await listOwnRows(ctx.db, { principalId, status, externalRef, belowId, now, limit: limit + 1 });
  return toPage(rows, limit, { item: toOwnIntake, cursor: ({ id }) => writeCursor(id) });
}

function toOwnIntake(intake: Intake): OwnIntake {
  const { request, lookedUp, status } = intake;
  const { year, make, model, vin } = request.vehicle ?? {};
  const named = [year, make, model].filter((part) => part !== undefined).join(' ');
  return {
    intake_id: intake.id,
    status,
    external_ref: request.external_ref ?? null,
    vehicle: named === '' ? (vin ?? null) : named,
    agent_tier: intake.agentTier,
    priority_callback: intake.priorityCallback,
    missing_fields: isNeutral(status) ? [] : computeMissingFields(request, computeFacts(request, lookedUp), lookedUp),
    created_at: intake.createdAt.toISOString(),
    status_at: intake.statusAt.toISOString(),
  };
}

/** Matches the ids of `newTaggedId`, so other text needs no query. */
const idPattern = /^int_[0-9A-Za-z]{24}$/;

/** The intake, for the holder of its credential; read once, together with its token. */
export async function requireIntakeAccess(ctx: Ctx, intakeId: string): Promise<StoredIntake> {
  if (!idPattern.test(intakeId)) throw intakeNotFound();
  const polled = await findPolledIntake(ctx.db, intakeId, ctx.clock.now());
  // An intake of the other mode is treated as unknown, whatever the credential.
  if (polled === undefined || polled.intake.test !== isInAgentSandbox(ctx.actor)) throw intakeNotFound();
  if (!mayAccess(ctx.actor, polled)) throw unauthorized();
  return polled;
}

/** Its poll token, or a key of the agent that submitted it (D-047). Compares fingerprints, which cannot be guessed. */
function mayAccess(actor: Actor, { intake, tokenHashes }: PolledIntake): boolean {
  if (actor.kind === 'poll') return tokenHashes.some((own) => actor.tokenHashes.some((hash) => own.equals(hash)));
  return actor.kind === 'agent' && actor.principalId === intake.principalId;
}
