import type { Case, Hold } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { formatCentsExact } from '#lib/money.ts';
import { describeReversals } from '#lib/reversals.ts';

/** Card holds of the customer: authorized, charged, refunded, disputed. Hidden if there are none. */
export function PaymentsPanel({ caseDetail: { holds } }: { readonly caseDetail: Case }) {
  if (holds.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="payments">
      <h2 id="payments" className="panel-title">
        Payments
      </h2>
      <ul className="mt-1 grid gap-2">
        {holds.map((hold) => (
          <li key={hold.id}>
            <span className="font-semibold capitalize">{humanize(hold.product)}</span>{' '}
            <span className="text-soft">{describeHold(hold)}</span>
            {describeReversals(hold).map((text) => (
              <p key={text} className="text-bad first-letter:uppercase">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeHold({ state, amount_cents: amount, captured_cents: captured, credit_cents: credit }: Hold): string {
  if (captured !== null) return `charged ${formatCentsExact(captured)}`;
  const less = credit === 0 ? '' : `, less ${formatCentsExact(credit)} paid for research`;
  return `${formatCentsExact(amount)} ${humanize(state)}${less}`;
}
