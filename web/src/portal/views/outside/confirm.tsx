import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { linkToken, Loading, OutsidePage } from './outside-page.tsx';
import { RecoveryCodes, SetUp, type FinishedSetUp } from './set-up.tsx';
import { request } from '#portal/request.ts';

/** Opened by the emailed link that confirms an address. */
export function Confirm() {
  const [finished, setFinished] = useState<FinishedSetUp>();
  const { data, error } = useQuery({
    queryKey: ['confirm'],
    queryFn: () => request('POST /sign-up/view', { body: { token: linkToken() } }),
    staleTime: Number.POSITIVE_INFINITY,
    // The link expires when set-up is done, but the recovery codes must stay visible.
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (finished !== undefined) return <RecoveryCodes finished={finished} />;
  if (error !== null) return <EndedLink again="/sign-up" words="Request access again" />;
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

/** The same page for links that never existed, were used, were replaced or have expired. */
export function EndedLink({ again, words }: EndedLinkProps) {
  return (
    <OutsidePage title="This link doesn’t work">
      <p role="alert">It was already used, was replaced, has expired or is incomplete.</p>
      <p className="mt-3">
        <Link to={again} className="text-accent underline">
          {words}
        </Link>
      </p>
    </OutsidePage>
  );
}
