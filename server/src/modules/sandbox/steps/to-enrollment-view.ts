import type { EnrollmentView } from '#modules/memberships';
import { listEnrollmentSteps } from '../step-rules.ts';
import type { SandboxEnrollment } from '../schemas.ts';

type Redemption = { readonly id: string; readonly settled: boolean };

/** An enrollment of the sandbox, with what can be pressed now. */
export function toEnrollmentView(enrollment: EnrollmentView, redemption: Redemption | undefined): SandboxEnrollment {
  const { id, status, member, vehicle } = enrollment;
  return {
    id,
    object: 'sandbox.enrollment',
    status,
    redemption: redemption === undefined ? null : { id: redemption.id, settled: redemption.settled },
    name: `${member.first_name} ${member.last_name}`,
    vehicle: [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ') || vehicle.vin,
    external_ref: enrollment.external_ref,
    created_at: enrollment.created_at,
    steps: listEnrollmentSteps({ status, settled: redemption?.settled }),
  };
}
