import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTitle } from '#ui/title.ts';
import { request } from '#portal/request.ts';

/**
 * Opened by the link emailed to a new address. Nothing happens before the button is clicked, because programs open
 * links too.
 */
export function ConfirmContactView() {
  useTitle('Confirm an address');
  const [token] = useState(() => window.location.hash.slice(1));
  const confirm = useMutation({
    mutationFn: () => request('POST /contact-confirmations', { body: { token } }),
  });
  return (
    <main id="main" className="mx-auto max-w-xl p-6">
      <h1 className="text-xl font-bold">Confirm this address</h1>
      {confirm.data === undefined ? (
        <>
          <p className="mt-2">
            Makewhole will use the address that received this link as a contact for the institution named in the email.
          </p>
          <button
            type="button"
            className="button-main mt-4"
            disabled={token.length !== 43 || confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            Confirm
          </button>
          {token.length !== 43 && (
            <p role="alert" className="mt-2 text-bad">
              The link is incomplete. Open it from the email.
            </p>
          )}
          {confirm.error !== null && (
            <p role="alert" className="mt-2 text-bad">
              {confirm.error.message}
            </p>
          )}
        </>
      ) : (
        <p role="status" className="mt-2">
          Confirmed: this address is the {confirm.data.kind} contact of {confirm.data.institution}.
        </p>
      )}
    </main>
  );
}
