import type { Case, Hold } from '#api/types.ts';
import { inWords } from '#lib/format.ts';
import { billed } from '#lib/money.ts';
import { moneyBack } from '#lib/money-back.ts';

/** What the owner pre-authorized, what was charged of it, and what went back. Absent while there is nothing. */
export function MoneyPanel({ shown: { holds } }: { readonly shown: Case }) {
  if (holds.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="money">
      <h2 id="money" className="panel-title">
        Money
      </h2>
      <ul className="mt-1 grid gap-2">
        {holds.map((hold) => (
          <li key={hold.id}>
            <span className="font-semibold capitalize">{inWords(hold.product)}</span>{' '}
            <span className="text-soft">{told(hold)}</span>
            {moneyBack(hold).map((words) => (
              <p key={words} className="text-bad first-letter:uppercase">
                {words}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function told({ state, amount_cents: amount, captured_cents: captured, credit_cents: credit }: Hold): string {
  if (captured !== null) return `charged ${billed(captured)}`;
  const less = credit === 0 ? '' : `, less ${billed(credit)} paid for research`;
  return `${billed(amount)} ${inWords(state)}${less}`;
}
