import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import {
  getConsultation,
  updateContact,
  type CallContact,
  type ConsultationSources,
  type LockedSubmission,
  type StatedContact,
  type Submission,
} from '#modules/consultations';
import { listMessages } from '#modules/customers';
import { listDocuments } from '#modules/documents';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState } from '../errors.ts';
import { computeFacts } from '../facts.ts';
import { moveIntakes, recordProof } from '../lifecycle/lifecycle.ts';
import {
  listIdsOfNumber,
  listOfSubmitter,
  listProvenIds,
  listWaitingForNumber,
  updateContacts,
  updatePhone,
} from '../number-store.ts';
import { areTwoVehicles, contactsOf, findProof, isEnded, saidOfIntake, toCallContact } from '../rules.ts';
import { listContactRows } from '../status-store.ts';
import { findIntake, lockIntake, lockIntakes, updateLookedUp, type Intake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';
import type { IntakeRecord } from './schemas.ts';

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
    confirmation: intake.confirmation ?? null,
    proven: findProof(intake) ?? null,
    consultation,
    messages,
    documents,
    created_at: intake.createdAt.toISOString(),
    status_at: intake.statusAt.toISOString(),
    expires_at: intake.expiresAt.toISOString(),
  };
}

/** As submitted or, after a number was removed, with the number that is called now, if any. */
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

/** Whom to call about each of these intakes. */
export async function listIntakeContacts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CallContact>> {
  const rows = await listContactRows(tx.db, ids);
  return new Map(
    rows.map(({ id, email, phone, loss, found }) => [
      id,
      toCallContact({ email: email ?? undefined, phone: phone ?? undefined, request: { loss }, lookedUp: found }),
    ]),
  );
}

/** Those of these intakes whose customer used the links to both contacts. */
export const listProvenIntakes = (tx: Tx, ids: readonly string[]): Promise<string[]> => listProvenIds(tx.db, ids);

/** An intake in the form used for a case's facts. Its receipt depends on the findings, so the intake stores them itself. */
export async function findIntakeSubmission(ctx: Ctx, id: string): Promise<Submission | undefined> {
  const intake = (await findIntake(ctx.db, id, ctx.clock.now()))?.intake;
  if (intake === undefined) return undefined;
  const { lookedUp, preliminary, status, email, phone } = intake;
  return {
    sentBy: 'agent',
    sent: saidOfIntake(intake),
    called: { email, phone },
    kept: { lookedUp, preliminary },
    ended: isEnded(status),
  };
}

/** Locks an intake for a change of the case's facts; its submission stays as it is. */
export async function lockIntakeSubmission(tx: Tx, id: string): Promise<LockedSubmission | undefined> {
  const intake = (await lockIntake(tx.db, id, tx.clock.now()))?.intake;
  if (intake === undefined) return undefined;
  const { lookedUp, preliminary, status, email, phone } = intake;
  return {
    sentBy: 'agent',
    sent: saidOfIntake(intake),
    called: { email, phone },
    kept: { lookedUp, preliminary },
    ended: isEnded(status),
    keep: (kept) => updateLookedUp(tx.db, { ...intake, ...kept }),
    updateContact: (stated, withdrawn) => applyContact(tx, intake, { stated, withdrawn }),
  };
}

type NewContact = { readonly stated: StatedContact; readonly withdrawn: readonly string[] };

/** The stated number and address replace the current ones, and are not proven yet. */
async function applyContact(tx: Tx, intake: Intake, { stated, withdrawn }: NewContact): Promise<void> {
  const contacts = contactsOf(intake, stated, withdrawn);
  updateContacts(tx.db, intake.id, contacts);
  if (intake.consultationId === undefined) return;
  const { loss } = intake.request;
  const zip = stated.zip === undefined ? loss?.zip : (stated.zip ?? undefined);
  const state = stated.state === undefined ? loss?.loss_state : (stated.state ?? undefined);
  await updateContact(tx, { consultationId: intake.consultationId, contact: { ...contacts, zip, state } });
}

/** More than may be open for one number; beyond it the number is shared by many. */
const tiedMax = 50;

type TiedIntakes = {
  readonly called: Intake;
  readonly tied: readonly Intake[];
  /** Ids of the linked intakes from the same submitter. */
  readonly ofSubmitter: readonly string[];
};

/**
 * The called intake and every other open one of the same number that is not about another vehicle: the team treats
 * them as one customer. All are locked, in the order of their ids.
 */
export async function lockTiedIntakes(tx: Tx, id: string): Promise<TiedIntakes> {
  const ids = await listIdsOfNumber(tx.db, id, tiedMax);
  const intakes = await lockIntakes(tx.db, [id, ...ids], tx.clock.now());
  const called = intakes.find((intake) => intake.id === id);
  if (called === undefined) throw intakeNotFound();
  const tied = intakes.filter((intake) => isTied(called, intake));
  const tiedIds = tied.map((intake) => intake.id);
  return { called, tied, ofSubmitter: tied.length === 0 ? [] : await listOfSubmitter(tx.db, id, tiedIds) };
}

/** Checked on the locked rows, because a number may have changed before the lock was granted. */
const isTied = (called: Intake, { id, phone, status, ...intake }: Intake): boolean =>
  id !== called.id &&
  phone !== undefined &&
  phone === called.phone &&
  unfinishedStatuses.includes(status) &&
  !areTwoVehicles(vinOf(called), vinOf(intake));

const vinOf = ({ request, lookedUp }: Pick<Intake, 'request' | 'lookedUp'>): string | undefined =>
  computeFacts(request, lookedUp).vin;

/** Starts the consultation; only with a customer who confirmed. */
export async function startIntake(ctx: Ctx, intakeId: string): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const moved = await moveIntakes(tx, [intakeId], 'started');
    if (moved.length === 0) throw invalidState(stored.intake.status);
  });
  return getIntakeRecord(ctx, intakeId);
}

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['agent_intake']>>;

/** More than one address has. */
const intakesMax = 50;

/**
 * Locks the intakes that wait for a number of this customer, because one request covered all of them. Undefined
 * if this one no longer waits.
 */
export async function takeIntakeNumber(tx: Tx, id: string): Promise<NumberWanted> {
  const ids = await listWaitingForNumber(tx.db, id, intakesMax);
  const intakes = (await lockIntakes(tx.db, ids, tx.clock.now())).filter(isWaiting);
  if (!intakes.some((intake) => intake.id === id)) return undefined;
  return {
    consultationIds: intakes.flatMap(({ consultationId }) => consultationId ?? []),
    // The owner of the mailbox may state that a removed number is theirs after all.
    struck: [],
    take: async (phone) => {
      updatePhone(
        tx.db,
        intakes.map((intake) => intake.id),
        phone,
      );
      for (const intake of intakes)
        await recordProof(
          tx,
          { ...intake, phone, proofs: { ...intake.proofs, text: undefined, call: undefined } },
          'email',
        );
      return new Map(
        intakes.flatMap((intake) =>
          intake.consultationId === undefined ? [] : [[intake.consultationId, toCallContact({ ...intake, phone })]],
        ),
      );
    },
  };
}

const isWaiting = ({ phone, struckPhones, status }: Intake): boolean =>
  phone === undefined && struckPhones.length > 0 && unfinishedStatuses.includes(status);
