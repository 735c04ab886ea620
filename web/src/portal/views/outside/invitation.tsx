import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#portal/api.ts';
import { roleName } from '#portal/roles.ts';
import { EndedLink } from './confirm.tsx';
import { linkToken, Loading, OutsideForm, OutsidePage } from './outside-page.tsx';
import { RecoveryCodes, SetUp, type FinishedSetUp } from './set-up.tsx';
import { SignInForm } from './sign-in.tsx';
import { request } from '#portal/request.ts';

/** Opened by an invitation link: set-up for a new user, acceptance for a user with an account. */
export function Invitation() {
  const [finished, setFinished] = useState<FinishedSetUp>();
  const { data, error } = useQuery({
    queryKey: ['invitation'],
    queryFn: () =>
      request('POST /invitations/view', {
        body: { token: linkToken() },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (finished !== undefined) return <RecoveryCodes finished={finished} />;
  if (error !== null) return <EndedLink again="/sign-in" words="Go to sign-in" />;
  return (
    <OutsidePage title="You’re invited">
      {data === undefined ? (
        <Loading />
      ) : (
        <>
          <p className="mb-3">
            <strong className="break-words">{data.institution_name}</strong> invites{' '}
            <strong className="break-all">{data.email}</strong> as <strong>{roleName(data.role)}</strong>.
          </p>
          {data.authenticator === null ? (
            <WithAccount email={data.email} />
          ) : (
            <SetUp
              call="POST /invitations/finish"
              email={data.email}
              authenticator={data.authenticator}
              asksName
              onFinished={setFinished}
            />
          )}
        </>
      )}
    </OutsidePage>
  );
}

function WithAccount({ email }: { readonly email: string }) {
  const queries = useQueryClient();
  const { data: me, isPending } = useQuery({ ...meQuery, retry: false });
  const again = () => void queries.resetQueries({ queryKey: meQuery.queryKey });
  const accept = useMutation({
    mutationFn: () =>
      request('POST /invitations/accept', {
        body: { token: linkToken() },
      }),
    onSuccess: ({ institution_id: id }) => window.location.replace(`/portal/${encodeURIComponent(id)}/test`),
  });
  const signOut = useMutation({ mutationFn: () => request('DELETE /session'), onSuccess: again });
  if (isPending) return <Loading />;
  if (me === undefined)
    return (
      <>
        <p className="mb-3 text-soft">This address already has an account. Sign in to accept.</p>
        <SignInForm address={email} onSignedIn={again} />
      </>
    );
  if (me.email !== email)
    return (
      <OutsideForm
        label="Switch accounts"
        submit="Sign out"
        pending={signOut.isPending}
        error={signOut.error}
        onSubmit={() => signOut.mutate()}
      >
        <p>
          You are signed in as <strong className="break-all">{me.email}</strong>. Sign out first, then sign in with the
          invited address.
        </p>
      </OutsideForm>
    );
  return (
    <OutsideForm
      label="Accept"
      submit="Accept invitation"
      pending={accept.isPending}
      error={accept.error}
      onSubmit={() => accept.mutate()}
    >
      <p className="text-soft">You are signed in with this address.</p>
    </OutsideForm>
  );
}
