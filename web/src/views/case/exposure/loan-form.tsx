import { useState } from 'react';
import type { Exposure } from '#api/types.ts';
import { loanBodyOf } from '#lib/exposure.ts';
import { toDollars } from '#lib/money.ts';
import { useAction } from '#board/action.tsx';
import { Form, problemOf, TextField } from '#ui/form.tsx';

const typedOf = (cents: number | null): string => (cents === null ? '' : toDollars(cents).toFixed(2));

/** What the lender's letters say of the loan; without it, what the lender submitted counts. */
export function LoanForm({ exposure }: { readonly exposure: Exposure }) {
  const own = exposure.payoff_from === 'staff';
  const stored = {
    payoff: own ? typedOf(exposure.payoff_cents) : '',
    asOf: own ? (exposure.payoff_as_of ?? '') : '',
    financed: typedOf(exposure.financed_value_cents),
  };
  const [typed, setTyped] = useState(stored);
  const state = useAction('PUT /referrals/{referral_id}/loan', 'Loan recorded.', { inline: true });
  const body = loanBodyOf(typed);
  const changed = JSON.stringify(typed) !== JSON.stringify(stored);
  const problem = (member: string) => problemOf(state.error, member);
  return (
    <details className="mt-2">
      <summary className="cursor-pointer underline decoration-line underline-offset-4">
        Record the payoff and the value at loan origination
      </summary>
      <Form
        label="Loan"
        submit="Record"
        ready={changed && body !== undefined}
        pending={state.isPending}
        error={state.error}
        members={['payoff_cents', 'payoff_as_of', 'financed_value_cents']}
        onSubmit={() => state.mutate({ path: { referral_id: exposure.referral_id }, body })}
      >
        <TextField
          className="col-span-full"
          label="Payoff in dollars"
          inputMode="decimal"
          value={typed.payoff}
          problem={problem('payoff_cents')}
          onChange={(payoff) => setTyped({ ...typed, payoff })}
        />
        <TextField
          className="col-span-full"
          label="Payoff as of"
          type="date"
          value={typed.asOf}
          problem={problem('payoff_as_of')}
          onChange={(asOf) => setTyped({ ...typed, asOf })}
        />
        <TextField
          className="col-span-full"
          label="Vehicle’s value at loan origination, in dollars"
          hint={
            exposure.ltv_cap_percent === null
              ? 'Needed only if the program has an LTV cap; this program has none on file.'
              : undefined
          }
          inputMode="decimal"
          value={typed.financed}
          problem={problem('financed_value_cents')}
          onChange={(financed) => setTyped({ ...typed, financed })}
        />
      </Form>
    </details>
  );
}
