import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import { sandboxIntakes } from '#modules/intakes';
import type { StepFacts } from '../step-rules.ts';

/** The intake, for whoever may see it, and what decides about its steps. */
export async function readStepFacts(ctx: Ctx, intakeId: string): Promise<StepFacts> {
  const intake = await sandboxIntakes.findTestIntake(ctx, intakeId);
  const { consultationId } = intake;
  const consultation = consultationId === undefined ? undefined : await getConsultation(ctx, consultationId);
  return {
    ...intake,
    delivered: (consultation?.delivered_at ?? null) !== null,
    caseClosed: intake.caseClosed || (consultation?.closed_at ?? null) !== null,
  };
}
