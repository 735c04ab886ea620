import { useId, useState, type FormEvent } from 'react';
import type { Hold } from '#api/types.ts';
import { formatCentsExact, parseDollars } from '#lib/money.ts';
import { isStanding, refundableCents } from '#lib/payments.ts';
import { ActionButton, useAction } from '#board/action.tsx';

const reasons = {
  complaint: 'The owner complained',
  not_as_agreed: 'Not as agreed',
  charged_in_error: 'Charged in error',
  goodwill: 'Goodwill',
} as const;

type Reason = keyof typeof reasons;

/** What a lead can do with a hold or a charge. */
export function PaymentActions({ hold }: { readonly hold: Hold }) {
  const { id, kind, product, wish, owner_must_act: spent } = hold;
  if (isStanding(hold) && wish === null) {
    const card = kind === 'card';
    return (
      <span className="flex flex-wrap gap-1.5">
        {!spent && (card || product === 'research') && <ChargeForm hold={hold} />}
        {!spent && !card && product === 'representation' && (
          <ActionButton
            call="POST /holds/{hold_id}/capture"
            path={{ hold_id: id }}
            success="Capture requested."
            confirm="Charge the card?"
          >
            Capture
          </ActionButton>
        )}
        <ActionButton
          call="POST /holds/{hold_id}/release"
          path={{ hold_id: id }}
          success={card ? 'Hold released and card removed.' : 'Release requested.'}
          confirm={
            card ? 'Release the hold and remove the card? Nothing will be charged.' : 'Release this hold permanently?'
          }
        >
          {card ? 'Release and remove card' : 'Release'}
        </ActionButton>
      </span>
    );
  }
  return refundableCents(hold) > 0 ? <RefundForm key={hold.refunded_cents} hold={hold} /> : null;
}

/**
 * The hold for representation is captured by what the insurer's documents show, and placed again first if it lapsed;
 * research by its released appraisal or for a reason.
 */
function ChargeForm({ hold: { id, kind } }: { readonly hold: Hold }) {
  const card = kind === 'card';
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(false);
  const [reason, setReason] = useState('');
  const action = useAction('POST /holds/{hold_id}/capture', card ? 'Charge requested.' : 'Capture requested.', {
    onSuccess: () => setOpen(false),
    inline: true,
  });
  if (!isOpen) {
    return (
      <button type="button" className="button min-h-7 px-2" onClick={() => setOpen(true)}>
        {card ? 'Charge…' : 'Capture…'}
      </button>
    );
  }
  const why = reason.trim();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (card && !seen) return;
    action.mutate({
      path: { hold_id: id },
      body: card ? { seen_on_paper: true } : why === '' ? {} : { reason: why },
    });
  };
  return (
    <form className="flex w-full flex-wrap items-end gap-2" onSubmit={send} aria-label={card ? 'Charge' : 'Capture'}>
      {card ? (
        <label className="flex items-center gap-2">
          <input type="checkbox" autoFocus checked={seen} onChange={(event) => setSeen(event.target.checked)} />I have
          seen the improvement on the insurer’s own documents. A lapsed hold is placed again and then captured.
        </label>
      ) : (
        <label className="grid gap-1">
          Reason, if no appraisal has been released
          <input
            className="field w-64"
            autoFocus
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      )}
      <button type="submit" className="button" disabled={(card && !seen) || action.isPending}>
        Charge the card
      </button>
      <button type="button" className="button" onClick={() => setOpen(false)}>
        Cancel
      </button>
      {action.error !== null && (
        <p role="alert" className="w-full text-bad">
          {action.error.message}
        </p>
      )}
    </form>
  );
}

function RefundForm({ hold }: { readonly hold: Hold }) {
  const left = refundableCents(hold);
  const [isOpen, setOpen] = useState(false);
  const [dollars, setDollars] = useState((left / 100).toFixed(2));
  const [reason, setReason] = useState<Reason>('complaint');
  const problemId = useId();
  const action = useAction('POST /holds/{hold_id}/refund', 'Refund requested.', { onSuccess: () => setOpen(false) });
  if (!isOpen) {
    return (
      <p className="mt-1">
        <button type="button" className="button min-h-7 px-2" onClick={() => setOpen(true)}>
          Refund…
        </button>
      </p>
    );
  }
  const cents = parseDollars(dollars) ?? 0;
  const wrong = cents < 1 || cents > left;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong) return;
    const body = { amount_cents: cents, reason, seen_refunded_cents: hold.refunded_cents };
    action.mutate({ path: { hold_id: hold.id }, body });
  };
  return (
    <form className="mt-1 flex flex-wrap items-end gap-2" onSubmit={send} aria-label="Refund">
      <label className="grid gap-1">
        Dollars
        <input
          className="field w-28"
          inputMode="decimal"
          autoFocus
          value={dollars}
          aria-invalid={wrong}
          aria-describedby={problemId}
          onChange={(event) => setDollars(event.target.value)}
        />
      </label>
      <label className="grid gap-1">
        Reason
        <select className="field w-auto" value={reason} onChange={(event) => setReason(event.target.value as Reason)}>
          {Object.entries(reasons).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button" disabled={wrong || action.isPending}>
        Refund {wrong ? '' : formatCentsExact(cents)}
      </button>
      <button type="button" className="button" onClick={() => setOpen(false)}>
        Cancel
      </button>
      <p id={problemId} className={wrong ? 'w-full text-bad' : 'w-full text-soft'}>
        You can refund up to {formatCentsExact(left)}. This can’t be undone.
      </p>
    </form>
  );
}
