import type { PartnerEvent, PartnerEventType } from '#modules/webhooks';
import type { EnrollmentView } from './schemas.ts';
import type { Enrollment } from './store.ts';

type Extra = Readonly<Record<string, unknown>>;

/** An event about an enrollment, with the members that its type adds (T11). */
export function enrollmentEvent(
  enrollment: Enrollment,
  type: PartnerEventType,
  extra: { readonly thin: Extra; readonly full: Extra } = { thin: {}, full: {} },
): PartnerEvent {
  return {
    audience: 'partner',
    type,
    accountId: enrollment.institutionId,
    subjectId: enrollment.id,
    livemode: enrollment.livemode,
    thin: { enrollment: toThin(enrollment), ...extra.thin },
    full: { enrollment: toView(enrollment), ...extra.full },
  };
}

/** Never a contact, a VIN or an amount. */
const toThin = (enrollment: Enrollment) => ({
  id: enrollment.id,
  object: 'gap.enrollment' as const,
  status: enrollment.status,
  external_ref: enrollment.externalRef,
  test: !enrollment.livemode,
  created_at: enrollment.createdAt.toISOString(),
  effective_at: enrollment.effectiveAt.toISOString(),
  canceled_at: enrollment.canceledAt?.toISOString() ?? null,
});

export const toView = (enrollment: Enrollment): EnrollmentView => ({
  id: enrollment.id,
  object: 'gap.enrollment',
  status: enrollment.status,
  external_ref: enrollment.externalRef,
  test: !enrollment.livemode,
  plan: enrollment.plan,
  member: {
    first_name: enrollment.firstName,
    last_name: enrollment.lastName,
    email: enrollment.email,
    phone: enrollment.phone,
  },
  vehicle: { vin: enrollment.vin, year: enrollment.year, make: enrollment.make, model: enrollment.model },
  effective_at: enrollment.effectiveAt.toISOString(),
  canceled_at: enrollment.canceledAt?.toISOString() ?? null,
  cancel_reason: enrollment.cancelReason,
  created_at: enrollment.createdAt.toISOString(),
  updated_at: enrollment.updatedAt.toISOString(),
});
