import { usePortal, usePortalAction, type Body, type Response } from '#portal/api.ts';

type Referral = Response<'GET /sandbox/referrals/{referral_id}'>;
type Enrollment = Response<'GET /sandbox/enrollments/{enrollment_id}'>;

type ReferralStep = Body<'POST /sandbox/referrals/{referral_id}/simulate'>['step'];
type EnrollmentStep = Body<'POST /sandbox/enrollments/{enrollment_id}/simulate'>['step'];

const describeMove = ({ status }: Referral | Enrollment): string =>
  `Done. Status is now ${status.replaceAll('_', ' ')}.`;

/** Buttons for the steps possible now; steps by time are separate from steps by people. */
export function Steps({ object }: { readonly object: Referral | Enrollment }) {
  const { may } = usePortal();
  const isReferral = object.object === 'sandbox.referral';
  const referral = usePortalAction('POST /sandbox/referrals/{referral_id}/simulate', describeMove);
  const enrollment = usePortalAction('POST /sandbox/enrollments/{enrollment_id}/simulate', describeMove);
  const action = isReferral ? referral : enrollment;
  const take = (step: string): void =>
    isReferral
      ? referral.mutate({ path: { referral_id: object.id }, body: { step: step as ReferralStep } })
      : enrollment.mutate({ path: { enrollment_id: object.id }, body: { step: step as EnrollmentStep } });
  if (object.steps.length === 0) return <p className="text-soft">This object has reached its final status.</p>;
  if (!may('sandbox.write')) return <p className="text-soft">Your role can view the sandbox but can’t change it.</p>;
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={`Steps for ${object.id}`}>
      {object.steps.map(({ step, label, kind, publishes }) => (
        <button
          key={step}
          type="button"
          className={`button ${kind === 'time' ? 'border-dashed' : ''}`}
          title={publishes.length === 0 ? 'Sends no event' : `Sends ${publishes.join(', ')}`}
          disabled={action.isPending}
          onClick={() => take(step)}
        >
          {kind === 'time' && 'Time: '}
          {label}
        </button>
      ))}
      {action.error !== null && (
        <p role="alert" className="w-full text-bad">
          {action.error.message}
        </p>
      )}
    </div>
  );
}
