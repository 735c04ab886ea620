import type { Case } from '#api/types.ts';
import { formatCents, formatCentsExact } from '#lib/money.ts';

/** The outcome of the case: first offer, settlement, improvement, payments, and the owner's net gain. */
export function OutcomeFigures({ caseDetail }: { readonly caseDetail: Case }) {
  const { offer_cents: offer, settlement_cents: settlement, payments } = caseDetail;
  const { improvement_cents: improvement, paid_cents: paid, saved_cents: saved } = payments;
  if (settlement === null && paid === 0) return null;
  const figures: readonly (readonly [string, string])[] = [
    ['First offer', offer === null ? 'not known' : formatCents(offer)],
    ['Settlement', settlement === null ? 'none yet' : formatCents(settlement)],
    ['Improvement', improvement === null ? 'not known' : formatCents(improvement)],
    ['Paid to us', formatCentsExact(paid)],
    ['Net gain for the owner', saved === null ? 'not known' : formatCents(saved)],
  ];
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      {figures.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
