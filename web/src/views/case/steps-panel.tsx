import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#api/request.ts';
import type { Card, Case } from '#api/types.ts';
import { fromCents, readDollars } from '#lib/money.ts';
import { isElsewhere } from '#lib/outcomes.ts';
import { useKeys } from '#ui/keys.ts';
import { useNow } from '#ui/time.tsx';
import { putOff } from '#ui/undo.ts';

/** A step that moves the case on. */
type Step = {
  readonly key?: string;
  readonly title: string;
  readonly hint: string;
  readonly path: string;
  readonly amount?: string;
  /** The result is measured from the insurer's first offer, so it goes along; what is known of it is written already. */
  readonly firstOffer?: { readonly knownCents: number | null };
};

function stepsOf({ card, offer_cents: knownCents }: Case): Step[] {
  if (card.closed_at !== null) return [];
  const source = card.source_id;
  if (card.source === 'agent_intake') {
    if (card.status === 'customer_confirmed')
      return [
        {
          key: 's',
          title: 'Start the consultation',
          hint: 'they are on the line and ready',
          path: `/intakes/${source}/start`,
        },
      ];
    if (card.status !== 'consultation_active') return [];
    if (card.delivered_at === null)
      return [
        {
          key: 'd',
          title: 'Consultation delivered',
          hint: 'their page with prices opens',
          path: `/consultations/${card.id}/deliver`,
        },
      ];
    return [
      {
        title: 'Record the settlement',
        hint: 'what the insurer pays in the end',
        path: `/consultations/${card.id}/settlement`,
        amount: 'settlement_cents',
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
      { title: 'Cancel the redemption', hint: 'it was no total loss', path: `/redemptions/${source}/cancel` },
    ];
  return [
    ...(card.status === 'activated'
      ? [
          {
            title: 'Settled',
            hint: 'what the insurer pays',
            path: `/referrals/${source}/settle`,
            amount: 'settlement_cents',
          },
        ]
      : []),
    { title: 'Close the referral', hint: 'nothing more to do', path: `/referrals/${source}/close` },
  ];
}

/** What can be done next with this case, besides logging a call. */
export function StepsPanel({ shown }: { readonly shown: Case }) {
  const { card } = shown;
  const now = useNow(10_000);
  const steps = isElsewhere(card, now) ? [] : stepsOf(shown);
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
  const offered = offer ?? (known === null ? '' : fromCents(known));
  const cents = readDollars(dollars);
  const offerCents = readDollars(offered);
  const needed = [
    ...(step.amount === undefined ? [] : [cents]),
    ...(step.firstOffer === undefined ? [] : [offerCents]),
  ];
  const ready = needed.every((one) => one !== undefined);
  const go = (): void => {
    if (!ready) return;
    const body =
      step.amount === undefined
        ? undefined
        : { [step.amount]: cents, ...(step.firstOffer === undefined ? {} : { initial_offer_cents: offerCents }) };
    const at = cents === undefined ? '' : ` at ${fromCents(cents)}`;
    const after = step.firstOffer === undefined ? '' : ` after a first offer of ${fromCents(offerCents ?? 0)}`;
    putOff({
      title: `${card.number}: ${step.title}${at}${after}`,
      caseId: card.id,
      about: 'step',
      send: async () => {
        await request(step.path, { method: 'POST', keepalive: true, ...(body === undefined ? {} : { body }) });
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  };
  useKeys(step.key === undefined ? {} : { [step.key]: go });
  const wrong = (dollars !== '' && cents === undefined) || (offered !== '' && offerCents === undefined);
  const unknown = dollars !== '' && step.firstOffer !== undefined && offered === '';
  return (
    <div className="flex flex-wrap items-end gap-2">
      {step.firstOffer !== undefined && <Amount label="First offer" text={offered} onChange={setOffer} />}
      {step.amount !== undefined && <Amount label="Dollars" text={dollars} onChange={setDollars} />}
      <button
        type="button"
        className={step.key === undefined ? 'button' : 'button-main w-full'}
        disabled={!ready}
        onClick={go}
      >
        {step.title} {step.key !== undefined && <span className="key">{step.key.toUpperCase()}</span>}
      </button>
      <span className="w-full text-[0.9em] text-soft">
        {wrong
          ? 'Write an amount in dollars, such as 18,500 or 18500.50.'
          : unknown
            ? 'The insurer’s first offer is not known; what is charged depends on it.'
            : step.hint}
      </span>
    </div>
  );
}

type AmountField = { readonly label: string; readonly text: string; onChange(text: string): void };

function Amount({ label, text, onChange }: AmountField) {
  return (
    <label className="min-w-28 flex-1 text-[0.9em] text-soft">
      {label}
      <input
        className="field"
        inputMode="decimal"
        placeholder="18,500"
        maxLength={20}
        aria-invalid={text !== '' && readDollars(text) === undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
