import type { Ctx, Tx } from '#context';
import { contactNames, type Contacts } from '#lib/text/contacts';
import { consultationNotReady, type ReadyForDelivery } from '#modules/checkout';
import { recordConsent, type SubjectContacts } from '#modules/ledger';
import {
  closeConsultations,
  lockConsultation,
  markProven,
  recordParts,
  setConsultationEnd,
  type LookedUp,
} from '#modules/consultations';
import { proveDiscount, withdrawMessages } from '#modules/customers';
import { findZip } from '#modules/vehicles';
import { publishEvent } from '#modules/webhooks';
import { lockNames, transact } from '#platform/db';
import { intakeEvent } from '../events.ts';
import { computeFacts, tracePartsOfOffer } from '../facts.ts';
import { areTwoVehicles, isEnded } from '../rules.ts';
import type { IntakeStatus } from '../schemas.ts';
import {
  isTakenByTelephone,
  listOpenIntakes,
  lockExpiring,
  updateClosedWithReason,
  updateProof,
  updateStatus,
  type MovedIntake,
} from '../status-store.ts';
import { findIntake, lockIntake, type Intake, type ProofKind } from '../store.ts';
import { intakeTransitions, undecidedStatuses, type IntakeAction } from '../transitions.ts';

/** Ends intakes that were not answered in time; returns how many. */
export async function expireIntakes(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const due = await lockExpiring(tx.db, tx.clock.now(), limit);
    if (due.length === 0) return 0;
    return (await moveIntakes(tx, due, 'expired')).length;
  });
}

/**
 * Stores a report's value as the first offer. After delivery it counts only if the value was unknown: a later
 * valuation of the insurer must not replace the first one.
 */
export async function fillOffer(tx: Tx, { consultationId, request }: Intake, lookedUp: LookedUp): Promise<void> {
  if (consultationId === undefined || lookedUp.report === undefined) return;
  const locked = await lockConsultation(tx, consultationId);
  if (locked.deliveredAt !== undefined && locked.offer.value !== undefined) return;
  recordParts(tx, locked, { offer: tracePartsOfOffer(request, lookedUp), retold: 'report' });
}

/** Who asked on the customer's behalf, in which words, and the result, for the customer's own page. */
type IntakeStory = {
  /** Undefined when the customer called us themselves. */
  readonly agent: { readonly name: string; readonly words: string } | undefined;
  readonly askedAt: Date;
  readonly confirmedAt: Date | undefined;
  readonly status: IntakeStatus;
};

export async function findIntakeStory(ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<IntakeStory | undefined> {
  const [stored, telephoned] = await Promise.all([
    findIntake(ctx.db, id, ctx.clock.now()),
    isTakenByTelephone(ctx.db, id),
  ]);
  if (stored === undefined) return undefined;
  const { request, confirmation, createdAt, status } = stored.intake;
  return {
    agent: telephoned ? undefined : { name: request.agent.name, words: request.consent.attestation },
    askedAt: createdAt,
    confirmedAt: confirmation === undefined ? undefined : new Date(confirmation.at),
    status,
  };
}

/** Moves intakes by one row of the transition table, each with its event; those it does not apply to stay. */
export async function moveIntakes(
  tx: Tx,
  ids: readonly string[],
  action: IntakeAction,
): Promise<readonly MovedIntake[]> {
  const moved = await moveWithConsultations(tx, ids, action);
  if (isEnded(intakeTransitions.table[action].to)) withdrawIntakeMessages(tx, moved);
  return moved;
}

/**
 * Moves intakes with their consultations, without withdrawing messages: a verb that must take further locks before
 * those on messages (0024) withdraws them afterwards.
 */
export async function moveWithConsultations(
  tx: Tx,
  ids: readonly string[],
  action: IntakeAction,
): Promise<readonly MovedIntake[]> {
  if (ids.length === 0) return [];
  const { from, to } = intakeTransitions.table[action];
  const moved = await updateStatus(tx.db, { ids, from, to, now: tx.clock.now() });
  publishEvent(tx, ...moved.map((intake) => intakeEvent(intake, to)));
  const consultationIds = moved.flatMap((intake) => intake.consultationId ?? []);
  if (isEnded(to)) closeConsultations(tx, consultationIds, to);
  else if (!undecidedStatuses.includes(to)) await setConsultationEnd(tx, consultationIds, undefined);
  return moved;
}

/** Only an active consultation can be delivered; the checkout is created from what this returns. */
export async function prepareDelivery(tx: Tx, intakeId: string): Promise<ReadyForDelivery> {
  const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
  if (stored?.intake.status !== 'consultation_active') throw consultationNotReady();
  const { email, phone, test, discountApplied, request, lookedUp: facts } = stored.intake;
  const { lossState, zip } = computeFacts(request, facts);
  const state = lossState?.toUpperCase() ?? (zip === undefined ? undefined : findZip(zip)?.state);
  return { contacts: { email, phone, test }, discountApplied, offer: tracePartsOfOffer(request, facts), state };
}

const undecided = 'The owner has not answered yet. Log the outcome of a call; without an answer it expires by itself.';

/**
 * Locks the intake of a case that is to be closed or reopened, and before it its customer, so that nothing is
 * submitted in the meantime. Its status has no transition for that (T1: consultation_active is the last one), so only
 * the time is stored from which it no longer counts as open.
 */
export async function prepareIntakeClose(tx: Tx, intakeId: string) {
  const now = tx.clock.now();
  const known = await findIntake(tx.db, intakeId, now);
  if (known !== undefined) lockNames(tx.db, contactNames(known.intake));
  const stored = await lockIntake(tx.db, intakeId, now);
  const waits = stored !== undefined && undecidedStatuses.includes(stored.intake.status);
  return {
    hindrance: waits ? undecided : undefined,
    end: (): void => updateClosedWithReason(tx.db, intakeId, now),
    async resume(): Promise<string | undefined> {
      const other = stored && (await findOtherOpen(tx, stored.intake));
      if (other === undefined) updateClosedWithReason(tx.db, intakeId, null);
      return other;
    },
  };
}

const nobody = { principalId: undefined, submitterHashes: [] };

/** Another open case of the same customer about the same vehicle, proven or not, for which they would be charged too. */
async function findOtherOpen(
  tx: Tx,
  { id, email, phone, test, request, lookedUp }: Intake,
): Promise<string | undefined> {
  const now = tx.clock.now();
  const { vin } = computeFacts(request, lookedUp);
  const { open } = await listOpenIntakes(tx.db, { email, phone, test, ...nobody }, now);
  const other = open.find((one) => one.id !== id && !areTwoVehicles(vin, one.vin));
  return other && (await findIntake(tx.db, other.id, now))?.intake.consultationId;
}

/**
 * Records that the customer of a locked intake was reached: at the address by the emailed link, at the number by the
 * texted link or a call. The proven contact gets the discount that the case was promised.
 */
export async function recordProof(tx: Tx, intake: Intake, by: ProofKind): Promise<void> {
  const { id, consultationId, proofs } = intake;
  if (proofs[by] !== undefined) return;
  updateProof(tx.db, id, { by, now: tx.clock.now() });
  // For a call, the verb that logs it adds its ledger entry.
  if (by !== 'call')
    recordConsent(tx, { kind: 'proven', contacts: contactBy(intake, by), subjectId: id, details: { by } });
  if (consultationId === undefined) return;
  markProven(tx, [consultationId]);
  await proveDiscount(tx, { contacts: provenContacts(intake, by), consultationId });
}

/** In a case without a number, staff reached its customer by the address. */
const contactBy = ({ email, phone, test }: Intake, by: ProofKind): SubjectContacts =>
  by === 'email' || phone === undefined ? { email, phone: undefined, test } : { email: undefined, phone, test };

/**
 * Both contacts only if the links to both were used. A call proves the number, but not that the address belongs to
 * the same person, because the submitter may have added it.
 */
const provenContacts = (intake: Intake, by: ProofKind): Contacts => {
  const { email, phone, test, proofs } = intake;
  const other = by === 'email' ? proofs.text : by === 'text' ? proofs.email : undefined;
  return other === undefined ? contactBy(intake, by) : { email, phone, test };
};

/** Customers who decline were promised that no further message follows. */
export const withdrawIntakeMessages = (tx: Tx, moved: readonly MovedIntake[]): void =>
  withdrawMessages(
    tx,
    moved.map((intake) => intake.id),
  );
