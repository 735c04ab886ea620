import { useQueryClient } from '@tanstack/react-query';
import { request } from '#api/request.ts';
import type { Case } from '#api/types.ts';
import { formatCents } from '#lib/money.ts';
import { defer } from '#board/outbox.ts';
import { OfferForm } from './offer-form.tsx';
import { askFor } from './settlement-form.tsx';

type Money = Case['money'];
type Side = Money['offer'];

const lines = [
  ['value', 'Value before tax and fees'],
  ['tax', 'Tax'],
  ['fees', 'Fees'],
  ['other', 'Other'],
  ['deductible', 'Deductible'],
  ['total', 'Total'],
  ['stated', 'Stated, basis unknown'],
] as const;

const hasFigures = (side: Side): boolean => lines.some(([name]) => side[name] !== null);

/** The insurer's offer and payment by part, the resulting fee, and the questions still open. */
export function MoneyPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { money } = caseDetail;
  const settled = hasFigures(money.settlement);
  const withheld = money.services.filter(({ offered }) => !offered);
  const open = caseDetail.card.closed_at === null;
  if (!open && !hasFigures(money.offer) && !settled && withheld.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="money">
      <h2 id="money" className="panel-title">
        Offer and settlement
      </h2>
      <div className="mt-1 grid gap-2">
        {withheld.map((one) => (
          <p key={one.service} className="text-warn">
            {whyWithheld(one, money.state)}
          </p>
        ))}
        {hasFigures(money.offer) ? (
          <Parts title="First offer" side={money.offer} />
        ) : (
          <p className="text-soft">The first offer is not known.</p>
        )}
        {money.offer.value === null && money.offer.stated !== null && <Confirm caseDetail={caseDetail} />}
        {open && <OfferForm key={caseDetail.card.id} caseDetail={caseDetail} />}
        {settled && <Parts title="Settlement" side={money.settlement} />}
        {settled && <Outcome money={money} />}
      </div>
    </section>
  );
}

type Service = Money['services'][number];

const reasons: Record<NonNullable<Service['why']>, string> = {
  not_set: 'it requires a license there and none is on file',
  turned_off: 'it’s turned off',
  licence_ended: 'the license has expired',
};

function whyWithheld({ service, why, ends_on: ended }: Service, state: string | null): string {
  const where = state === null ? 'where the state is unknown' : `in ${state}`;
  const on = ended === null ? '' : ` on ${ended}`;
  return `Do not offer ${service} ${where}: ${why === null ? 'it isn’t offered there' : reasons[why]}${on}.`;
}

function Parts({ title, side }: { readonly title: string; readonly side: Side }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto_auto] gap-x-3">
        {lines.map(([name, label]) => {
          const figure = side[name];
          return figure === null ? null : (
            <div key={name} className="col-span-3 grid grid-cols-subgrid">
              <dt className="text-soft">{label}</dt>
              <dd className="text-right font-semibold tabular-nums">{formatCents(figure.cents)}</dd>
              <dd className="text-[0.85em] text-soft">{figure.from}</dd>
            </div>
          );
        })}
        {side.total === null && side.sum_cents !== null && side.sum_cents !== side.value?.cents && (
          <div className="col-span-3 grid grid-cols-subgrid">
            <dt className="text-soft">These come to</dt>
            <dd className="text-right tabular-nums">{formatCents(side.sum_cents)}</dd>
            <dd />
          </div>
        )}
      </dl>
    </div>
  );
}

/**
 * One click confirms that the stated amount is the value. It sends the amount the user saw, so that a concurrent change
 * is not confirmed.
 */
function Confirm({ caseDetail: { card, money } }: { readonly caseDetail: Case }) {
  const queries = useQueryClient();
  const stated = money.offer.stated;
  if (stated === null) return null;
  const confirm = (): void =>
    defer({
      title: `${card.number}: The first offer of ${formatCents(stated.cents)} is before tax and fees`,
      caseId: card.id,
      kind: 'confirm the offer',
      send: async () => {
        const body = { offer: { value_cents: stated.cents } };
        await request('POST /consultations/{consultation_id}/settlement', {
          path: { consultation_id: card.id },
          keepalive: true,
          body,
        });
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  return (
    <div className="grid gap-1">
      <p className="text-[0.9em] text-soft">
        Ask the owner: is {formatCents(stated.cents)} the vehicle’s value before tax, fees and the deductible? Until
        that’s confirmed, no fee is charged.
      </p>
      <button type="button" className="button" onClick={confirm}>
        It’s before tax and fees
      </button>
    </div>
  );
}

type Fee = Money['fee'];

/** Before and after it is paid: shows the amount due now, not the list price. */
function describeFee({ verdict, price_cents: price, paid_cents: paid, due_cents: due }: Fee): string {
  const listed = formatCents(price ?? 0);
  switch (verdict) {
    case 'due':
      return due === price ? `due: ${listed}` : `due: ${formatCents(due)} of ${listed}`;
    case 'paid':
      return `paid: ${formatCents(paid)}`;
    case 'nothing':
      return 'none, the improvement is below $1,000';
    case 'unknown':
      return 'not known yet';
    case 'not_accepted':
      return `none, they haven’t accepted it here (${listed})`;
    case 'given_up':
      return 'none, it was waived';
    case 'included':
      return 'none, someone else pays';
  }
}

function Outcome({ money: { improvement_cents: cents, missing, fee } }: { readonly money: Money }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <dt>Improvement in value</dt>
      <dd className={`text-right font-bold ${cents !== null && cents > 0 ? 'text-good' : ''}`}>
        {cents === null ? 'unknown' : formatCents(cents)}
      </dd>
      <dt>Fee for representation</dt>
      <dd className="text-right font-semibold">{describeFee(fee)}</dd>
      {fee.verdict !== 'paid' && (
        <>
          <dt>Paid so far</dt>
          <dd className="text-right">{formatCents(fee.paid_cents)}</dd>
        </>
      )}
      {cents === null && <dd className="col-span-2 font-semibold text-warn">{askFor(missing)}</dd>}
    </dl>
  );
}
