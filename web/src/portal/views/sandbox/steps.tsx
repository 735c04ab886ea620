import { usePortal, usePortalAction, type Response } from '#portal/api.ts';

type Referral = Response<'sandbox.get-referral'>;
type Enrollment = Response<'sandbox.get-enrollment'>;

/** The buttons of what is possible now; time is kept apart from what somebody does. */
export function Steps({ object }: { readonly object: Referral | Enrollment }) {
  const { may } = usePortal();
  const isReferral = object.object === 'sandbox.referral';
  const action = usePortalAction<'sandbox.simulate-referral' | 'sandbox.simulate-enrollment'>(
    ({ status }) => `Done. It is ${status.replaceAll('_', ' ')} now.`,
  );
  const path = `/sandbox/${isReferral ? 'referrals' : 'enrollments'}/${object.id}/simulate`;
  if (object.steps.length === 0) return <p className="text-soft">It has ended; nothing more can happen to it.</p>;
  if (!may('sandbox.write')) return <p className="text-soft">Your role may look at the sandbox, not move it.</p>;
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={`Steps of ${object.id}`}>
      {object.steps.map(({ step, label, kind, publishes }) => (
        <button
          key={step}
          type="button"
          className={`button ${kind === 'time' ? 'border-dashed' : ''}`}
          title={publishes.length === 0 ? 'Sends no event' : `Sends ${publishes.join(', ')}`}
          disabled={action.isPending}
          onClick={() => action.mutate({ path, body: { step } })}
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
