import { useState, type FormEvent } from 'react';
import type { BodyOf, Case } from '#api/types.ts';
import { humanize } from '#lib/format.ts';
import { formatCentsExact, parseDollars } from '#lib/money.ts';
import { useAction } from '#board/action.tsx';

const methods = ['check', 'bank_transfer', 'cash', 'card_by_phone', 'other'];

/** Payments that did not go through the card provider, and the form that notes one. */
export function NotedPayments({ caseDetail: { card, payments } }: { readonly caseDetail: Case }) {
  const [open, setOpen] = useState(false);
  if (card.delivered_at === null || payments.payer === 'plan' || payments.payer === 'institution') return null;
  const closed = card.closed_at !== null;
  if (closed && payments.noted.length === 0) return null;
  return (
    <div className="mt-3 border-t border-line pt-2">
      <h3 className="font-semibold">Paid otherwise</h3>
      {!payments.provider_configured && !closed && (
        <p className="text-warn">No card provider is configured. Note here what the owner paid in another way.</p>
      )}
      <ul className="grid gap-1">
        {payments.noted.map((payment) => (
          <li key={payment.id} className={payment.voided_at === null ? '' : 'text-soft line-through'}>
            {formatCentsExact(payment.amount_cents)} for {payment.product}, {humanize(payment.method)} on{' '}
            {payment.paid_on}
          </li>
        ))}
      </ul>
      {closed ? null : open ? (
        <PaymentForm id={card.id} onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className="button mt-2" onClick={() => setOpen(true)}>
          Note a payment
        </button>
      )}
    </div>
  );
}

type Payment = BodyOf<'POST /consultations/{consultation_id}/payments'>;

function PaymentForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const note = useAction('POST /consultations/{consultation_id}/payments', 'The payment is noted.', {
    onSuccess: onDone,
  });
  const [dollars, setDollars] = useState('');
  const cents = parseDollars(dollars);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const words = String(form.get('note') ?? '').trim();
    if (cents === undefined) return;
    note.mutate({
      path: { consultation_id: id },
      body: {
        product: form.get('product') as Payment['product'],
        amount_cents: cents,
        method: form.get('method') as Payment['method'],
        paid_on: String(form.get('paid_on')),
        ...(words === '' ? {} : { note: words }),
      },
    });
  };
  return (
    <form className="mt-2 grid gap-2" onSubmit={submit}>
      <label className="text-soft">
        For
        <select className="field" name="product" autoFocus>
          <option value="research">research</option>
          <option value="representation">representation</option>
        </select>
      </label>
      <label className="text-soft">
        Amount ($)
        <input
          className="field"
          inputMode="decimal"
          maxLength={20}
          value={dollars}
          aria-invalid={dollars !== '' && cents === undefined}
          onChange={(event) => setDollars(event.target.value)}
        />
      </label>
      <HowAndWhen />
      <div className="flex gap-2">
        <button type="submit" className="button-main" disabled={cents === undefined || note.isPending}>
          Note the payment
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function HowAndWhen() {
  return (
    <>
      <label className="text-soft">
        How
        <select className="field" name="method">
          {methods.map((method) => (
            <option key={method} value={method}>
              {humanize(method)}
            </option>
          ))}
        </select>
      </label>
      <label className="text-soft">
        Paid on
        <input className="field" type="date" name="paid_on" required />
      </label>
      <label className="text-soft">
        Note
        <input className="field" name="note" maxLength={500} />
      </label>
    </>
  );
}
