import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/queries.ts';
import type { Hold } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { describePayment } from '#lib/payments.ts';
import { describeReversals } from '#lib/reversals.ts';
import { hasRole } from '#views/shell.tsx';
import { PaymentActions } from './payment-actions.tsx';

/** One hold of a case; leads charge, release and refund here. */
export function PaymentLine({ hold }: { readonly hold: Hold }) {
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <span className="font-semibold capitalize">{humanize(hold.product)}</span>{' '}
      <span className="text-soft">{describePayment(hold)}</span>
      {hold.owner_must_act && (
        <p className="text-bad">
          The bank declined it too many times. The cardholder has to confirm or change the card.
        </p>
      )}
      {describeReversals(hold).map((text) => (
        <p key={text} className="text-bad first-letter:uppercase">
          {text}
        </p>
      ))}
      {hasRole(me?.role, 'lead') && <PaymentActions hold={hold} />}
    </>
  );
}
