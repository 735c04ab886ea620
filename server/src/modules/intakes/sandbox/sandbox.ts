import type { Ctx, Tx } from '#context';
import { isMagic } from '#lib/api/agent-sandbox';
import { transact } from '#platform/db';
import { answerLink } from '../confirmation/answer-link.ts';
import { decryptLink } from '../confirmation/confirmation.ts';
import { mayTakeBack } from '../confirmation/rules.ts';
import { moveIntakes, recordProof } from '../lifecycle/lifecycle.ts';
import { requireIntakeAccess } from '../receipt/receipt.ts';
import type { IntakeStatus } from '../schemas.ts';
import { updateConfirmation } from '../status-store.ts';
import { findIntake, lockIntake } from '../store.ts';
import type { IntakeAction } from '../transitions.ts';
import { deleteTestIntakes, lockRemovable, updateTestExpiry } from './store.ts';

type Answer = { readonly id: string; readonly decision: 'confirm' | 'decline' };

/** Submits the form of the receipt's link; false when no answer is accepted any more. */
export async function answerByReceipt(ctx: Ctx, { id, decision }: Answer): Promise<boolean> {
  const stored = await findIntake(ctx.db, id, ctx.clock.now());
  if (stored?.intake.test !== true || stored.encryptedLink === undefined) return false;
  const token = decryptLink(ctx, id, stored.encryptedLink);
  const address = 'address' in ctx.actor ? ctx.actor.address : '';
  const state = await answerLink(ctx, { token, decision, language: 'en', address, userAgent: 'sandbox' });
  return state === (decision === 'confirm' ? 'confirmed' : 'declined');
}

/** The owner of a test intake says yes to a caller, which proves that they were reached; false when it is too late. */
export async function confirmByCall(ctx: Ctx, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const intake = (await lockIntake(tx.db, id, now))?.intake;
    if (intake?.test !== true || (await moveIntakes(tx, [id], 'confirmed')).length === 0) return false;
    const { attestationVersion } = intake;
    updateConfirmation(tx.db, id, {
      at: now.toISOString(),
      attestation_version: attestationVersion,
      by: 'staff',
      via: 'call',
    });
    await recordProof(tx, intake, 'call');
    return true;
  });
}

/** Expires a test intake: its date is moved, and the sweep's work is done for it alone. */
export async function expireIntakeNow(ctx: Ctx, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const stored = await lockIntake(tx.db, id, now);
    if (stored?.intake.test !== true) return false;
    updateTestExpiry(tx.db, id, now);
    return (await moveIntakes(tx, [id], 'expired')).length > 0;
  });
}

export type TestIntake = {
  readonly id: string;
  readonly status: IntakeStatus;
  readonly consultationId: string | undefined;
  /** A welcome was stored that would have been sent. */
  readonly welcomed: boolean;
  /** The yes was only relayed, so it can be taken back. */
  readonly mayTakeBack: boolean;
  readonly caseClosed: boolean;
};

/** An intake of the sandbox, for the holder of its poll token or of the key that submitted it. */
export async function findTestIntake(ctx: Ctx, intakeId: string): Promise<TestIntake> {
  const { intake } = await requireIntakeAccess(ctx, intakeId);
  const { id, status, consultationId, caseClosedAt, request, email, phone } = intake;
  const reachable = phone !== undefined || !isMagic(email, 'undeliverable');
  return {
    id,
    status,
    consultationId,
    welcomed: (request.consent.notify_customer ?? true) && !intake.welcomeCapped && reachable,
    mayTakeBack: mayTakeBack(intake),
    caseClosed: caseClosedAt !== undefined,
  };
}

type Removable = { readonly before: Date; readonly except: readonly string[]; readonly limit: number };

/** Test intakes from before then, with their cases, locked; those under a legal hold are left out. */
export const listRemovableIntakes = (tx: Tx, { before, except, limit }: Removable) =>
  lockRemovable(tx.db, before, { except, limit });

type TestMove = { readonly id: string; readonly action: IntakeAction };

/** Moves an intake of the sandbox by one row of T1; false when that row does not apply to it. */
export async function moveTestIntake(ctx: Ctx, { id, action }: TestMove): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const stored = await lockIntake(tx.db, id, tx.clock.now());
    return stored?.intake.test === true && (await moveIntakes(tx, [id], action)).length > 0;
  });
}

/** Test intakes with their files, links and tokens; live ones are never touched. */
export const removeTestIntakes = (tx: Tx, ids: readonly string[]): void => deleteTestIntakes(tx.db, ids);
