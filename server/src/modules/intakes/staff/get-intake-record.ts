import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import { listMessages } from '#modules/customers';
import { listDocuments } from '#modules/documents';
import { intakeNotFound } from '../errors.ts';
import { findProof } from '../rules.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { type Confirmation, findIntake, type Intake } from '../store.ts';

/** Everything the team may see of an intake: the submitted text, its consultation, its messages. */
export async function getIntakeRecord(ctx: Ctx, intakeId: string): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  const stored = await findIntake(ctx.db, intakeId, ctx.clock.now());
  if (stored === undefined) throw intakeNotFound();
  const { intake } = stored;
  const [consultation, messages, documents] = await Promise.all([
    intake.consultationId === undefined ? null : getConsultation(ctx, intake.consultationId),
    listMessages(ctx, intakeId),
    listDocuments(ctx, intakeId),
  ]);
  return {
    object: 'intake',
    id: intake.id,
    status: intake.status,
    agent_tier: intake.agentTier,
    principal_id: intake.principalId ?? null,
    ...withNulls(intake.request),
    customer: customerNow(intake),
    struck_phones: [...intake.struckPhones],
    found: intake.lookedUp,
    preliminary: intake.preliminary ?? null,
    attestation_version: intake.attestationVersion,
    priority_callback: intake.priorityCallback,
    confirmation: intake.confirmation === undefined ? null : withVia(intake.confirmation),
    proven: findProof(intake) ?? null,
    consultation,
    messages,
    documents,
    created_at: intake.createdAt.toISOString(),
    status_at: intake.statusAt.toISOString(),
    expires_at: intake.expiresAt.toISOString(),
  };
}

/** Of a yes on the page from before, nobody knows by which of the links it came, so it proves nothing. */
const withVia = (confirmation: Confirmation): Confirmation => ({
  ...confirmation,
  via: confirmation.via ?? (confirmation.by === 'staff' ? 'call' : 'relayed'),
});

/** As submitted, but after a number was struck with the one that is called now, or none. */
function customerNow({ request: { customer }, phone, struckPhones }: Intake): IntakeRecord['customer'] {
  if (struckPhones.length === 0) return customer;
  const { phone: _, ...others } = customer;
  return phone === undefined ? others : { ...others, phone };
}

const withNulls = (request: IntakeRecordRequest) => ({
  external_ref: request.external_ref ?? null,
  agent: request.agent,
  consent: { mode: 'customer_directed' as const, notify_customer: true, ...request.consent },
  vehicle: request.vehicle ?? {},
  loss: request.loss ?? {},
  offer: request.offer ?? {},
});

type IntakeRecordRequest = NonNullable<Awaited<ReturnType<typeof findIntake>>>['intake']['request'];
