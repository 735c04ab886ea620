import type { Ctx, Tx } from '#context';
import { issuePollToken } from '#modules/access';
import { openConsultation } from '#modules/consultations';
import { findPerson, grantDiscount, queueMessage, welcomeRoundsMax, type Person } from '#modules/customers';
import { computePreliminary, keepSnapshot, takeAllowance } from '#modules/market';
import { isOpen } from '#modules/switches';
import { queuePlateLookup } from '#modules/vehicles';
import { announce } from '#modules/webhooks';
import { randomBase62 } from '#lib/base62';
import { addDays, addHours } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { newId } from '#lib/ids';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { findKeptAnswer, keepAnswer, type NamedRequest } from '#platform/idempotency';
import { composeWelcome } from './compose-welcome.ts';
import { computeReceipt } from './compute-receipt.ts';
import { confirmUrl, sealLink } from './confirm-link.ts';
import { programClosed } from './errors.ts';
import { intakeEvent } from './events.ts';
import { lookInto, type Inquiry } from './look-into.ts';
import { moveWithCases, withdrawAbout } from './move-intakes.ts';
import { callContactOf, decideIntake } from './rules.ts';
import type { IntakeRequest, Receipt } from './schemas.ts';
import { listOpenOf } from './status-store.ts';
import { insertIntake, type Intake } from './store.ts';

export type OpenIntake = {
  readonly request: IntakeRequest;
  /** The caller's name for this request, if it gave one. */
  readonly named: NamedRequest | undefined;
};

export type OpenedIntake = { readonly status: 200 | 201; readonly receipt: Receipt };

/** Opens an intake for an agent's customer; the same person is never opened twice, the same request answered once. */
export async function openIntake(ctx: Ctx, { request, named }: OpenIntake): Promise<OpenedIntake> {
  // Others may be asked here, so nothing is held meanwhile.
  const inquiry = await lookInto(ctx, request, { named });
  return transact(ctx, async (tx) => {
    const draft = newIntake(tx, request, inquiry);
    // Sent together: all of it costs one round trip.
    const [kept, accepting, person, open] = await Promise.all([
      named && findKeptAnswer(tx, named, draft.createdAt),
      isOpen(tx, 'intake_program_open'),
      findPerson(tx, draft),
      listOpenOf(tx.db, draft, draft.createdAt),
    ]);
    if (kept) return { status: 200, receipt: { ...(kept.body as Receipt), idempotent_replay: true } };
    if (!accepting) throw programClosed();

    const { servedStates } = tx.config;
    const verdict = decideIntake({ person, openVins: open.vins, servedStates, vin: inquiry.facts.vin }, request);
    const ended = await moveWithCases(tx, open.over, 'expired');
    const decided = { ...draft, ...(verdict === 'received' ? accept(tx, draft, person) : setAside(verdict, person)) };
    withdrawAbout(tx, ended);
    const opened =
      verdict === 'received'
        ? welcome(tx, { ...decided, preliminary: await readPreliminary(tx, inquiry) })
        : answerNeutrally(tx, decided);
    if (verdict === 'received' && inquiry.platePending) askForPlateLater(tx, draft);
    if (named) keepAnswer(tx, named, keptAnswer(tx, draft, opened));
    return opened;
  });
}

function newIntake(tx: Tx, request: IntakeRequest, { found }: Inquiry): Intake {
  const now = tx.clock.now();
  const { email, phone } = request.customer;
  const principalId = tx.actor.kind === 'agent' ? tx.actor.principalId : undefined;
  return {
    id: newId('int', now),
    status: 'received',
    agentTier: principalId === undefined ? 'anonymous' : 'registered',
    principalId,
    request,
    found,
    preliminary: undefined,
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    attestationVersion: tx.config.attestationVersion,
    discountApplied: false,
    priorityCallback: false,
    consultationId: undefined,
    welcomeHeld: false,
    confirmation: undefined,
    createdAt: now,
    statusAt: now,
    expiresAt: addDays(now, tx.config.intakeTtlDays),
  };
}

/** What an accepted submission gets: a place on the board, the discount, a welcome unless there were too many. */
function accept(tx: Tx, draft: Intake, person: Person): Partial<Intake> {
  const handedOver = draft.request.consent.mode === 'warm_handoff' && draft.agentTier === 'registered';
  const priorityCallback = handedOver && draft.phone !== undefined;
  grantDiscount(tx, draft, 'agent_intake');
  return {
    discountApplied: person.discountApplies,
    priorityCallback,
    welcomeHeld: person.welcomeRounds >= welcomeRoundsMax,
    consultationId: openConsultation(tx, {
      source: 'agent_intake',
      sourceId: draft.id,
      priority: priorityCallback,
      endsAt: draft.expiresAt,
      contact: callContactOf(draft),
    }),
  };
}

/** Who has no key has a daily allowance of these (decision 26). */
async function readPreliminary(tx: Tx, { read, facts }: Inquiry): Promise<Intake['preliminary']> {
  if (read === undefined) return undefined;
  if (tx.actor.kind === 'anonymous' && !(await takeAllowance(tx, tx.actor.address))) return undefined;
  return computePreliminary(read, { snapshotId: keepSnapshot(tx, read), offerCents: facts.offerCents });
}

function askForPlateLater(tx: Tx, { id, request }: Intake): void {
  const { plate, plate_state: state } = request.vehicle ?? {};
  if (plate !== undefined && state !== undefined) queuePlateLookup(tx, id, { plate, state });
}

/** A neutral answer is stored and leads nowhere (decisions 32 and 34). */
const setAside = (status: 'duplicate' | 'not_eligible', person: Person): Partial<Intake> => ({
  status,
  discountApplied: status === 'duplicate' && person.discountApplies,
});

function welcome(tx: Tx, intake: Intake): OpenedIntake {
  const link = randomBase62(32);
  insertIntake(tx.db, intake, sealLink(tx, intake.id, link));
  announce(tx, intakeEvent(intake, 'received'));
  const notify = intake.request.consent.notify_customer ?? true;
  const messages = notify && !intake.welcomeHeld ? composeWelcome(intake, confirmUrl(tx.config, link)) : [];
  for (const message of messages) queueMessage(tx, message);
  const receipt = computeReceipt(tx.config, intake, { link });
  return { status: 201, receipt: { ...receipt, poll_token: issuePollToken(tx, intake.id) } };
}

function answerNeutrally(tx: Tx, intake: Intake): OpenedIntake {
  insertIntake(tx.db, intake, undefined);
  return { status: 200, receipt: computeReceipt(tx.config, intake, { link: undefined }) };
}

/** The poll token is shown in the first answer only, so it is not part of what is replayed (decision 45). */
function keptAnswer(tx: Tx, intake: Intake, { status, receipt }: OpenedIntake) {
  const { poll_token: _once, ...body } = receipt;
  return { status, body, expiresAt: addHours(intake.createdAt, tx.config.idempotencyTtlHours) };
}
