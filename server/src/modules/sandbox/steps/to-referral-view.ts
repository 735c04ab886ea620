import type { ReferralView } from '#modules/referrals';
import { listReferralSteps } from '../step-rules.ts';
import type { SandboxReferral } from '../schemas.ts';
import type { ReferralProgress } from '../store.ts';

/** A referral of the sandbox, with what can be pressed now. */
export function toReferralView(referral: ReferralView, progress: ReferralProgress | undefined): SandboxReferral {
  const { id, status, borrower, vehicle } = referral;
  const review = progress?.review ?? undefined;
  return {
    id,
    object: 'sandbox.referral',
    status,
    status_label: referral.status_label,
    review: review ?? null,
    name: `${borrower.first_name} ${borrower.last_name}`,
    vehicle: `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
    external_ref: referral.external_ref,
    created_at: referral.created_at,
    invitation_expires_at: referral.invitation_expires_at,
    steps: listReferralSteps({ status, review, delivered: progress?.delivered ?? false }),
  };
}
