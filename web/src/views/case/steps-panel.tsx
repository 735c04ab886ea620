import { useQueryClient } from '@tanstack/react-query';
import { request } from '#api/request.ts';
import type { Card, Case } from '#api/types.ts';
import { formatCentsExact } from '#lib/money.ts';
import { isWithColleague } from '#lib/outcomes.ts';
import { isStanding } from '#lib/payments.ts';
import { defer } from '#board/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { useNow } from '#ui/time.tsx';
import { SettlementForm } from './money/settlement-form.tsx';

/** An action that advances the case. */
type Step = {
  readonly key?: string;
  readonly title: string;
  readonly hint: string;
  /** The tab may be closing meanwhile. */
  send(): Promise<unknown>;
};

/** Once the insurer may have paid: after delivery, and for institutions' cases while they are open. */
const isSettling = ({ card }: Case): boolean => {
  if (card.closed_at !== null) return false;
  if (card.source === 'referral') return card.status === 'activated' || card.status === 'settled';
  return card.source === 'membership' || (card.status === 'consultation_active' && card.delivered_at !== null);
};

function nextStepsOf({ card }: Case): Step[] {
  if (card.closed_at !== null) return [];
  const source = card.source_id;
  if (card.source === 'agent_intake') {
    if (card.status === 'customer_confirmed')
      return [
        {
          key: 's',
          title: 'Start the consultation',
          hint: 'the owner is on the line and ready',
          send: () => request('POST /intakes/{intake_id}/start', { path: { intake_id: source }, keepalive }),
        },
      ];
    if (card.status !== 'consultation_active') return [];
    if (card.delivered_at === null)
      return [
        {
          key: 'd',
          title: 'Consultation delivered',
          hint: 'opens their pricing page',
          send: () => deliver(card),
        },
      ];
    return [];
  }
  const delivery = deliveryOf(card);
  if (card.source === 'membership')
    return [
      ...delivery,
      {
        key: 'd',
        title: 'Redemption completed',
        hint: 'the member was helped',
        send: () =>
          request('POST /redemptions/{redemption_id}/complete', { path: { redemption_id: source }, keepalive }),
      },
      {
        title: 'Cancel the redemption',
        hint: 'it was not a total loss',
        send: () => request('POST /redemptions/{redemption_id}/cancel', { path: { redemption_id: source }, keepalive }),
      },
    ];
  return delivery;
}

const keepalive = true;

const deliver = ({ id }: Card): Promise<unknown> =>
  request('POST /consultations/{consultation_id}/deliver', { path: { consultation_id: id }, keepalive });

/** For borrowers and members; the consultation of an owner must have been started first. */
const deliveryOf = (card: Card): Step[] =>
  card.delivered_at === null
    ? [
        {
          title: 'Consultation delivered',
          hint: card.source === 'membership' ? 'the plan covers it' : 'opens their page if the borrower pays',
          send: () => deliver(card),
        },
      ]
    : [];

/** Actions on this case other than logging a call. */
export function StepsPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { card } = caseDetail;
  const now = useNow(10_000);
  const mine = !isWithColleague(card, now);
  const steps = mine ? nextStepsOf(caseDetail) : [];
  const settling = mine && isSettling(caseDetail);
  const due = card.closed_at === null && caseDetail.money.fee.due_cents > 0;
  if (steps.length === 0 && !settling && !due) return null;
  return (
    <section className="panel p-3" aria-labelledby="steps">
      <h2 id="steps" className="panel-title">
        Next step
      </h2>
      <div className="mt-2 grid gap-2">
        {due && <FeeDue caseDetail={caseDetail} />}
        {steps.map((step) => (
          <StepButton key={step.title} step={step} card={card} />
        ))}
        {settling && <SettlementForm key={card.id} caseDetail={caseDetail} />}
      </div>
    </section>
  );
}

/** Said to everybody, so that it is not forgotten; only a lead can charge it. */
function FeeDue({ caseDetail: { money, holds } }: { readonly caseDetail: Case }) {
  const own = holds.find((hold) => hold.product === 'representation' && isStanding(hold));
  return (
    <p className="font-semibold text-warn">
      Fee of {formatCentsExact(money.fee.due_cents)} is due:{' '}
      {own === undefined
        ? 'no card is saved. Ask the owner to pay and record the payment.'
        : own.wish === 'capture'
          ? 'the card is being charged.'
          : 'a lead charges it.'}
    </p>
  );
}

function StepButton({ step, card }: { readonly step: Step; readonly card: Card }) {
  const queries = useQueryClient();
  const submit = (): void =>
    defer({
      title: `${card.number}: ${step.title}`,
      caseId: card.id,
      kind: step.title,
      send: async () => {
        await step.send();
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  useShortcuts(step.key === undefined ? {} : { [step.key]: submit });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <button type="button" className={step.key === undefined ? 'button' : 'button-main w-full'} onClick={submit}>
        {step.title} {step.key !== undefined && <span className="key">{step.key.toUpperCase()}</span>}
      </button>
      <span className="w-full text-[0.9em] text-soft">{step.hint}</span>
    </div>
  );
}
