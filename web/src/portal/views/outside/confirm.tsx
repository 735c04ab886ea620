import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { linkToken, Loading, OutsidePage } from './outside-page.tsx';
import { RecoveryCodes, SetUp, type FinishedSetUp } from './set-up.tsx';
import { request } from '#portal/request.ts';

/** Behind the link of the mail that confirms an address. */
export function Confirm() {
  const [finished, setFinished] = useState<FinishedSetUp>();
  const { data, error } = useQuery({
    queryKey: ['confirm'],
    queryFn: () => request('POST /sign-up/view', { body: { token: linkToken() } }),
    staleTime: Number.POSITIVE_INFINITY,
    // The link ends with the set-up; what is shown then must stay.
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (finished !== undefined) return <RecoveryCodes finished={finished} />;
  if (error !== null) return <EndedLink again="/sign-up" words="Ask for access again" />;
  return (
    <OutsidePage title="Set up your sign-in">
      {data === undefined ? (
        <Loading />
      ) : (
        <>
          <p className="mb-3 text-soft">
            For <strong className="break-all">{data.email}</strong> at{' '}
            <strong className="break-words">{data.institution_name}</strong>.
          </p>
          <SetUp
            call="POST /sign-up/finish"
            email={data.email}
            authenticator={data.authenticator}
            asksName={false}
            onFinished={setFinished}
          />
        </>
      )}
    </OutsidePage>
  );
}

type EndedLinkProps = { readonly again: '/sign-up' | '/reset' | '/sign-in'; readonly words: string };

/** The same for a link that never was, was used, was replaced or is too old. */
export function EndedLink({ again, words }: EndedLinkProps) {
  return (
    <OutsidePage title="This link does not work">
      <p role="alert">It was used, was replaced or has expired, or a part of it is missing.</p>
      <p className="mt-3">
        <Link to={again} className="text-accent underline">
          {words}
        </Link>
      </p>
    </OutsidePage>
  );
}
