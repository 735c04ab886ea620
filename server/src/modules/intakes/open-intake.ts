import type { Ctx, Tx } from '#context';
import { issuePollToken } from '#modules/access';
import { openConsultation } from '#modules/consultations';
import { lockPerson, queueMessage } from '#modules/customers';
import { emit } from '#modules/events';
import { randomBase62 } from '#lib/base62';
import { addDays, addHours } from '#lib/dates';
import { normalizeEmail } from '#lib/email';
import { newId } from '#lib/ids';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { findKeptAnswer, keepAnswer, type NamedRequest } from '#platform/idempotency';
import { composeWelcome } from './compose-welcome.ts';
import { computeReceipt } from './compute-receipt.ts';
import { intakeEvent } from './events.ts';
import type { IntakeRequest, Receipt } from './schemas.ts';
import { confirmUrl, sealLink } from './confirm-link.ts';
import { insertIntake, type Intake } from './store.ts';

export type OpenIntake = {
  readonly request: IntakeRequest;
  /** The caller's name for this request, if it gave one. */
  readonly named: NamedRequest | undefined;
};

export type OpenedIntake = { readonly status: 200 | 201; readonly receipt: Receipt };

/** Opens an intake for an agent's customer; a request that names itself is answered once and replayed after. */
export async function openIntake(ctx: Ctx, { request, named }: OpenIntake): Promise<OpenedIntake> {
  return transact(ctx, async (tx) => {
    const draft = newIntake(tx, request);
    lockPerson(tx, draft);
    const kept = named && (await findKeptAnswer(tx, named, draft.createdAt));
    if (kept) return { status: 200, receipt: { ...(kept.body as Receipt), idempotent_replay: true } };

    const consultation = { source: 'agent_intake', sourceId: draft.id, priority: draft.priorityCallback } as const;
    const intake = { ...draft, consultationId: openConsultation(tx, consultation) };
    const link = randomBase62(32);
    insertIntake(tx.db, intake, sealLink(tx, intake.id, link));
    emit(tx, intakeEvent(intake, 'received'));
    if (request.consent.notify_customer ?? true) queueWelcome(tx, intake, link);

    const receipt = computeReceipt(tx.config, intake, link);
    const expiresAt = addHours(intake.createdAt, tx.config.idempotencyTtlHours);
    if (named) keepAnswer(tx, named, { status: 201, body: receipt, expiresAt });
    return { status: 201, receipt: { ...receipt, poll_token: issuePollToken(tx, intake.id) } };
  });
}

function newIntake(tx: Tx, request: IntakeRequest): Intake {
  const now = tx.clock.now();
  const { email, phone } = request.customer;
  return {
    id: newId('int', now),
    status: 'received',
    agentTier: 'anonymous',
    principalId: undefined,
    request,
    email: email === undefined ? undefined : normalizeEmail(email),
    phone: phone === undefined ? undefined : normalizePhone(phone),
    attestationVersion: tx.config.attestationVersion,
    discountApplied: true,
    priorityCallback: false,
    consultationId: undefined,
    createdAt: now,
    statusAt: now,
    expiresAt: addDays(now, tx.config.intakeTtlDays),
  };
}

function queueWelcome(tx: Tx, intake: Intake, link: string): void {
  for (const message of composeWelcome(intake, confirmUrl(tx.config, link))) queueMessage(tx, message);
}
