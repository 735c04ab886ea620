import type { Ctx } from '#context';
import type { sandboxTime } from '#modules/consultations';
import { enrollVehicle } from '#modules/memberships';
import { transact } from '#platform/db';
import { enrollmentSamples, sampleEnrollment, type EnrollmentOutcome } from '../sample-rules.ts';
import type { SandboxEnrollment } from '../schemas.ts';
import { getSandboxEnrollment } from '../steps/get-sandbox-enrollment.ts';
import { takeEnrollmentStep } from '../steps/take-enrollment-step.ts';
import type { SandboxTenant } from '../tenant-rules.ts';

type SampleEnrollment = { readonly outcome: EnrollmentOutcome; readonly sources: sandboxTime.ClosingSources };

/** Enrolls an invented vehicle, and takes the steps to that outcome, each as if it had been pressed. */
export async function createSampleEnrollment(
  ctx: Ctx,
  tenant: SandboxTenant,
  { outcome, sources }: SampleEnrollment,
): Promise<SandboxEnrollment> {
  const { id } = await transact(ctx, (tx) => enrollVehicle(tx, tenant, sampleEnrollment()));
  for (const step of enrollmentSamples[outcome]) await takeEnrollmentStep(ctx, tenant, { id, step, sources });
  return getSandboxEnrollment(ctx, tenant, id);
}
