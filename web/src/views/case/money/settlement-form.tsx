import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { request } from '#api/request.ts';
import type { Case } from '#api/types.ts';
import { formatCents } from '#lib/money.ts';
import { isEmpty, parseParts, type Parts, type Typed } from '#lib/offer-parts.ts';
import { defer } from '#board/outbox.ts';
import { useShortcuts } from '#ui/shortcuts.ts';
import { PartsFields } from './parts-fields.tsx';

/** What the insurer pays in the end, part by part, and the difference it makes before it is saved. */
export function SettlementForm({ caseDetail }: { readonly caseDetail: Case }) {
  const { card, money } = caseDetail;
  const queries = useQueryClient();
  const [settlement, setSettlement] = useState<Typed>({});
  const [offer, setOffer] = useState<Typed>({});
  const [settled, offered] = [parseParts(settlement), parseParts(offer)];
  const ready = settled !== undefined && offered !== undefined && !isEmpty(settled);
  const submit = (): void => {
    if (!ready) return;
    const body = { settlement: settled, ...(isEmpty(offered) ? {} : { offer: offered }) };
    defer({
      title: `${card.number}: ${titleOf(settled, improvementOf(caseDetail, settled, offered))}`,
      caseId: card.id,
      kind: 'settlement',
      send: async () => {
        const path = { consultation_id: card.id };
        await request('POST /consultations/{consultation_id}/settlement', { path, keepalive: true, body });
        setSettlement({});
        setOffer({});
        await queries.invalidateQueries({ queryKey: ['case', card.id] });
      },
    });
  };
  const fields = useRef<HTMLDetailsElement>(null);
  useShortcuts({
    p: () => {
      if (fields.current === null) return;
      fields.current.open = true;
      fields.current.querySelector('input')?.focus();
    },
  });
  const offerKnown = money.offer.value !== null;
  const known = money.settlement.value ?? money.settlement.total ?? money.settlement.stated;
  return (
    <details ref={fields}>
      <summary className="cursor-pointer underline decoration-line underline-offset-4">
        {known === null ? 'Enter the settlement' : 'Correct the settlement'} <span className="key">P</span>
      </summary>
      <div className="mt-2 grid gap-2">
        <PartsFields legend="Settlement" typed={settlement} onChange={setSettlement} />
        <details open={!offerKnown && money.offer.stated === null}>
          <summary className="cursor-pointer text-[0.9em] underline decoration-line underline-offset-4">
            {offerKnown ? 'Correct the first offer' : 'Enter the first offer in parts'}
          </summary>
          <PartsFields legend="First offer" typed={offer} onChange={setOffer} />
        </details>
        {ready && <Difference improvement={improvementOf(caseDetail, settled, offered)} />}
        <button type="button" className="button" disabled={!ready} onClick={submit}>
          Record the settlement
        </button>
        <span className="text-[0.9em] text-soft">
          The improvement is the vehicle’s value in the settlement minus its value in the first offer. Tax, fees and the
          deductible don’t count.
        </span>
      </div>
    </details>
  );
}

type Preview = { readonly cents: number } | { readonly missing: readonly ('offer' | 'settlement')[] };

/** What the service will compute of this once it is saved. */
function improvementOf({ money }: Case, settled: Parts, offered: Parts): Preview {
  const known = money.offer.value?.from === 'staff' && !isEmpty(offered) ? undefined : money.offer.value?.cents;
  const from = offered.value_cents ?? known;
  const to = settled.value_cents;
  if (from !== undefined && to !== undefined) return { cents: to - from };
  return {
    missing: [
      ...(from === undefined ? (['offer'] as const) : []),
      ...(to === undefined ? (['settlement'] as const) : []),
    ],
  };
}

const titleOf = (settled: Parts, improvement: Preview): string => {
  const amount = settled.value_cents ?? settled.total_cents;
  const at = amount === undefined ? '' : ` at ${formatCents(amount)}`;
  return `Record the settlement${at}, ${'cents' in improvement ? differenceOf(improvement.cents) : 'improvement unknown'}`;
};

const differenceOf = (cents: number): string =>
  cents === 0 ? 'no improvement' : `${formatCents(Math.abs(cents))} ${cents > 0 ? 'better' : 'worse'}`;

function Difference({ improvement }: { readonly improvement: Preview }) {
  if ('cents' in improvement)
    return (
      <p aria-live="polite" className={`font-semibold ${improvement.cents > 0 ? 'text-good' : 'text-soft'}`}>
        Improvement in value: {differenceOf(improvement.cents)}.
      </p>
    );
  return (
    <p aria-live="polite" className="font-semibold text-warn">
      The improvement will be unknown, so no fee can be charged. {askFor(improvement.missing)}
    </p>
  );
}

/** A question the owner can answer, in the terms of the insurer's documents. */
export function askFor(missing: readonly ('offer' | 'settlement')[]): string {
  const which = missing.map((side) => (side === 'offer' ? 'the first offer' : 'the settlement')).join(' and in ');
  return `Ask the owner for the vehicle’s value in ${which}, before tax, fees and the deductible. The insurer’s documents call it adjusted vehicle value or market value.`;
}
