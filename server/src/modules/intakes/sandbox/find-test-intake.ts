import type { Ctx } from '#context';
import { requireIntakeAccess } from '../receipt/require-intake-access.ts';
import { isMagic } from '#lib/api/agent-sandbox';
import { mayTakeBack } from '../confirmation/rules.ts';
import type { IntakeStatus } from '../schemas.ts';

export type TestIntake = {
  readonly id: string;
  readonly status: IntakeStatus;
  readonly consultationId: string | undefined;
  /** A welcome was kept that would have left. */
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
