import { Link } from '@tanstack/react-router';
import { usePortal, usePortalQuery } from '#portal/api.ts';
import { Steps } from '#portal/views/sandbox/steps.tsx';
import { Section } from '#ui/section.tsx';

/** The buttons of a test referral, which do what people and time would. */
export function ReferralSandbox({ id }: { readonly id: string }) {
  const { institutionId, may } = usePortal();
  const { data } = usePortalQuery('GET /sandbox/referrals/{referral_id}', {
    path: { referral_id: id },
    enabled: may('sandbox.read'),
  });
  if (data === undefined) return null;
  const place = { institutionId, mode: 'test' };
  return (
    <Section title="In the sandbox" note="no one is contacted">
      <div className="p-3">
        <Steps object={data} />
        <p className="mt-2 flex flex-wrap gap-x-4">
          <Link to="/$institutionId/$mode/sandbox/objects" params={place} className="text-accent underline">
            All test objects
          </Link>
          <Link
            to="/$institutionId/$mode/sandbox/mailbox"
            params={place}
            search={{ about: id }}
            className="text-accent underline"
          >
            Its messages
          </Link>
        </p>
      </div>
    </Section>
  );
}
