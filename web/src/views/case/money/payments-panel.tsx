import type { Case } from '#api/types.ts';
import { CheckoutLinks } from './checkout-links.tsx';
import { NotedPayments } from './noted-payments.tsx';
import { OutcomeFigures } from './outcome-figures.tsx';
import { PaymentLine } from './payment-line.tsx';

/** What the owner can pay and has paid: who pays, the links, holds and charges, payments made otherwise. */
export function PaymentsPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { holds, card, payments } = caseDetail;
  if (card.delivered_at === null && holds.length === 0 && payments.settled_at === null) return null;
  // If someone else pays everything, the prices show that, and there is nothing to add before the settlement.
  const othersPay = payments.payer === 'plan' || payments.payer === 'institution';
  if (othersPay && holds.length === 0 && payments.settled_at === null) return null;
  return (
    <section className="panel p-3" aria-labelledby="payments">
      <h2 id="payments" className="panel-title">
        Payments
      </h2>
      <OutcomeFigures caseDetail={caseDetail} />
      <ul className="mt-2 grid gap-2">
        {holds.map((hold) => (
          <li key={hold.id}>
            <PaymentLine hold={hold} />
          </li>
        ))}
      </ul>
      <CheckoutLinks caseDetail={caseDetail} />
      <NotedPayments caseDetail={caseDetail} />
    </section>
  );
}
