import { usePortalAction } from '#portal/api.ts';
import type { PortalCall } from '#portal/operations.ts';

const outcomes = {
  referrals: [
    ['invited', 'Invited'],
    ['accepted', 'Accepted'],
    ['declined', 'Declined'],
    ['expired', 'Expired'],
    ['settled_with_savings', 'Settled with savings'],
    ['no_market', 'No market found'],
  ],
  enrollments: [
    ['active', 'Active'],
    ['canceled', 'Canceled'],
    ['loss_reported', 'Loss reported'],
    ['redeemed', 'Redeemed'],
  ],
} as const;

/** One press makes an invented object and takes it to that outcome; the events of every step are sent. */
export function SampleButtons({ kind }: { readonly kind: keyof typeof outcomes }) {
  const one = kind === 'referrals' ? 'referral' : 'enrollment';
  const key = `POST /sandbox/samples/${kind}` as const;
  const action = usePortalAction(key, ({ id }) => `Created synthetic ${one} ${id}.`);
  return (
    <div className="flex flex-wrap items-center gap-2 p-3" role="group" aria-label={`Create a sample ${one}`}>
      <span className="text-soft">Create a synthetic {one}:</span>
      {outcomes[kind].map(([outcome, label]) => (
        <button
          key={outcome}
          type="button"
          className="button"
          disabled={action.isPending}
          onClick={() => action.mutate({ body: { outcome } } as PortalCall<typeof key>)}
        >
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
