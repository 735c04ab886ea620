import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { Card, Case } from '#api/types.ts';
import { formatCents, parseDollars } from '#lib/money.ts';
import { isWithColleague } from '#lib/outcomes.ts';
import { defer } from '#ui/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useNow } from '#ui/time.tsx';

/** An action that advances the case. */
type Step = {
  readonly key?: string;
  readonly title: string;
  readonly hint: string;
  readonly path: string;
  /** The member of the request body that takes the typed amount. */
  readonly amountMember?: string;
  /** The fee depends on the insurer's first offer, so it is sent too, prefilled where it is known. */
  readonly firstOffer?: { readonly knownCents: number | null };
};

function nextStepsOf({ card, offer_cents: knownCents }: Case): Step[] {
  if (card.closed_at !== null) return [];
  const source = card.source_id;
  if (card.source === 'agent_intake') {
    if (card.status === 'customer_confirmed')
      return [
        {
          key: 's',
          title: 'Start the consultation',
          hint: 'the owner is on the line and ready',
          path: `/intakes/${source}/start`,
        },
      ];
    if (card.status !== 'consultation_active') return [];
    if (card.delivered_at === null)
      return [
        {
          key: 'd',
          title: 'Consultation delivered',
          hint: 'opens their pricing page',
          path: `/consultations/${card.id}/deliver`,
        },
      ];
    return [
      {
        title: 'Record the settlement',
        hint: 'the final amount the insurer pays',
        path: `/consultations/${card.id}/settlement`,
        amountMember: 'settlement_cents',
        firstOffer: { knownCents },
      },
    ];
  }
  if (card.source === 'membership')
    return [
      {
        key: 'd',
        title: 'Redemption completed',
        hint: 'the member was helped',
        path: `/redemptions/${source}/complete`,
      },
      { title: 'Cancel the redemption', hint: 'it was not a total loss', path: `/redemptions/${source}/cancel` },
    ];
  return [
    ...(card.status === 'activated'
      ? [
          {
            title: 'Settled',
            hint: 'the amount the insurer pays',
            path: `/referrals/${source}/settle`,
            amountMember: 'settlement_cents',
          },
        ]
      : []),
    { title: 'Close the referral', hint: 'nothing left to do', path: `/referrals/${source}/close` },
  ];
}

/** Actions on this case other than logging a call. */
export function StepsPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card } = caseDetail;
  const now = useNow(10_000);
  const steps = isWithColleague(card, now) ? [] : nextStepsOf(caseDetail);
  if (steps.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="steps">
      <h2 id="steps" className="panel-title">
        Next step
      </h2>
      <div className="mt-2 grid gap-2">
        {steps.map((step) => (
          <StepButton key={step.path} step={step} card={card} />
        ))}
      </div>
    </section>
  );
}

function StepButton({ step, card }: { readonly step: Step; readonly card: Card }) {
  const queries = useQueryClient();
  const [dollars, setDollars] = useState('');
  const [offer, setOffer] = useState<string>();
  const known = step.firstOffer?.knownCents ?? null;
  const offered = offer ?? (known === null ? '' : formatCents(known));
  const cents = parseDollars(dollars);
  const offerCents = parseDollars(offered);
  const required = [
    ...(step.amountMember === undefined ? [] : [cents]),
    ...(step.firstOffer === undefined ? [] : [offerCents]),
  ];
  const ready = required.every((amount) => amount !== undefined);
  const submit = (): void => {
    if (!ready) return;
    const body =
      step.amountMember === undefined
        ? undefined
        : { [step.amountMember]: cents, ...(step.firstOffer === undefined ? {} : { initial_offer_cents: offerCents }) };
    const at = cents === undefined ? '' : ` at ${formatCents(cents)}`;
    const after = step.firstOffer === undefined ? '' : ` after a first offer of ${formatCents(offerCents ?? 0)}`;
    defer({
      title: `${card.number}: ${step.title}${at}${after}`,
      caseId: card.id,
      kind: 'step',
      send: async () => {
        await request(step.path, { method: 'POST', keepalive: true, ...(body === undefined ? {} : { body }) });
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  };
  useShortcuts(step.key === undefined ? {} : { [step.key]: submit });
  const invalid = (dollars !== '' && cents === undefined) || (offered !== '' && offerCents === undefined);
  const offerMissing = dollars !== '' && step.firstOffer !== undefined && offered === '';
  return (
    <div className="flex flex-wrap items-end gap-2">
      {step.firstOffer !== undefined && <AmountField label="First offer ($)" text={offered} onChange={setOffer} />}
      {step.amountMember !== undefined && <AmountField label="Settlement ($)" text={dollars} onChange={setDollars} />}
      <button
        type="button"
        className={step.key === undefined ? 'button' : 'button-main w-full'}
        disabled={!ready}
        onClick={submit}
      >
        {step.title} {step.key !== undefined && <span className="key">{step.key.toUpperCase()}</span>}
      </button>
      <span className="w-full text-[0.9em] text-soft">
        {invalid
          ? 'Enter an amount in dollars, such as 18,500 or 18500.50.'
          : offerMissing
            ? 'The insurer’s first offer is not known; the fee depends on it.'
            : step.hint}
      </span>
    </div>
  );
}

type AmountFieldProps = { readonly label: string; readonly text: string; onChange(text: string): void };

function AmountField({ label, text, onChange }: AmountFieldProps) {
  return (
    <label className="min-w-28 flex-1 text-[0.9em] text-soft">
      {label}
      <input
        className="field"
        inputMode="decimal"
        placeholder="18,500"
        maxLength={20}
        aria-invalid={text !== '' && parseDollars(text) === undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
