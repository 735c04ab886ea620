import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { Ago } from '#ui/time.tsx';
import { usePortal, usePortalQuery, type Response } from '#portal/api.ts';
import { ReferralLink } from '#portal/views/referrals/referral-link.tsx';
import { SampleButtons } from './sample-buttons.tsx';
import { Steps } from './steps.tsx';

type Referral = Response<'GET /sandbox/referrals/{referral_id}'>;
type Enrollment = Response<'GET /sandbox/enrollments/{enrollment_id}'>;

const kinds = {
  referrals: {
    title: 'Referrals',
    empty: 'No test referrals yet. Create a sample, or send one to the API with a test key.',
  },
  enrollments: {
    title: 'Enrollments',
    empty: 'No test enrollments yet. Create a sample, or send one to the API with a test key.',
  },
} as const;

/** A page of test referrals or enrollments, newest first. */
export function Objects({ kind }: { readonly kind: keyof typeof kinds }) {
  const { may } = usePortal();
  const [cursor, setCursor] = useState<string>();
  const { title, empty } = kinds[kind];
  const query = { limit: '10', cursor };
  const { data, error } = usePortalQuery(`GET /sandbox/${kind}`, { query });
  const objects: readonly (Referral | Enrollment)[] = data?.data ?? [];
  return (
    <Section title={title} note="newest first">
      {may('sandbox.write') && <SampleButtons kind={kind} />}
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <p className="p-3 text-soft">Loading</p>}
      {data !== undefined && objects.length === 0 && <p className="p-3 text-soft">{empty}</p>}
      <ul>
        {objects.map((object) => (
          <li key={object.id} className="border-t border-line p-3">
            <ObjectHead object={object} />
            <Steps object={object} />
          </li>
        ))}
      </ul>
      {(cursor !== undefined || data?.next_cursor) && (
        <p className="flex gap-2 border-t border-line p-3">
          {cursor !== undefined && (
            <button type="button" className="button" onClick={() => setCursor(undefined)}>
              Back to newest
            </button>
          )}
          {data?.next_cursor && (
            <button type="button" className="button" onClick={() => setCursor(data.next_cursor ?? undefined)}>
              Show older
            </button>
          )}
        </p>
      )}
    </Section>
  );
}

function ObjectHead({ object }: { readonly object: Referral | Enrollment }) {
  const { institutionId } = usePortal();
  return (
    <div className="mb-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 font-semibold break-words">
          {object.name}, {object.vehicle}
        </bdi>
        <span className="rounded-md bg-ground px-2 font-medium">{stateOf(object)}</span>
      </h3>
      <p className="flex flex-wrap gap-x-3 text-soft">
        <ReferralLink id={object.id} />
        {object.external_ref !== null && <bdi className="break-all">{object.external_ref}</bdi>}
        <span>
          created <Ago at={object.created_at} /> ago
        </span>
        <Link
          to="/$institutionId/$mode/sandbox/mailbox"
          params={{ institutionId, mode: 'test' }}
          search={{ about: object.id }}
          className="text-accent underline"
        >
          Messages<span className="sr-only"> about {object.id}</span>
        </Link>
      </p>
    </div>
  );
}

const enrollmentWords: Readonly<Record<string, string>> = {
  active: 'Active',
  loss_reported: 'Loss reported',
  redeemed: 'Redeemed',
  canceled: 'Canceled',
};

function stateOf(object: Referral | Enrollment): string {
  if (object.object === 'sandbox.referral') {
    if (object.review === null) return object.status_label;
    return `${object.status_label}, review ${object.review === 'completed' ? 'completed' : 'started'}`;
  }
  const status = enrollmentWords[object.status] ?? object.status;
  return object.redemption?.settled === true ? `${status}, claim settled` : status;
}
