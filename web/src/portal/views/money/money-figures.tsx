import type { ReactNode } from 'react';
import { formatCentsExact } from '#lib/money.ts';
import { useTenant, type Response } from '#portal/api.ts';
import { BeforeAfter } from './amounts.tsx';
import { CountedLink } from './counted-link.tsx';
import type { PeriodSearch } from './period.ts';

type Analytics = Response<'GET /analytics'>;
type MoneyProps = { readonly analytics: Analytics; readonly search: PeriodSearch };

/** The four amounts of the period; each opens the settlements and statements that it is the sum of. */
export function MoneyFigures({ analytics: { figures, lenders }, search }: MoneyProps) {
  const { mode } = useTenant();
  const { savings, spend, referrals } = figures;
  const exposure = lenders.exposure?.totals;
  const perDollar = spend.total_cents === 0 ? undefined : (savings.increase_cents / spend.total_cents) * 100;
  const behind = { milestone: 'settled', search } as const;
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Figure title="Gained by borrowers" note={gainedNote(savings.settled_count, referrals.settled)}>
        <CountedLink {...behind} what="gained by borrowers">
          {formatCentsExact(savings.increase_cents)}
        </CountedLink>
      </Figure>
      <Figure
        title="Your fees"
        note={`${formatCentsExact(spend.referral_subsidy_cents)} for referrals, ${
          mode === 'test'
            ? 'none for plans (test vehicles aren’t billed)'
            : `${formatCentsExact(spend.membership_cents)} for plans`
        }`}
      >
        <CountedLink {...behind} what="fees">
          {formatCentsExact(spend.total_cents)}
        </CountedLink>
      </Figure>
      <Figure title="Gained per dollar of fees" note={perDollar === undefined ? 'No fees in this period.' : undefined}>
        {perDollar === undefined ? '–' : formatCentsExact(Math.round(perDollar))}
      </Figure>
      <Figure title="GAP exposure, before and after" note={exposureNote(exposure)}>
        {exposure === undefined || exposure.known === 0 ? (
          '–'
        ) : (
          <CountedLink {...behind} what="GAP exposure">
            <BeforeAfter before={exposure.before_cents} after={exposure.after_cents} />
          </CountedLink>
        )}
      </Figure>
    </div>
  );
}

type FigureProps = { readonly title: string; readonly children: ReactNode; readonly note?: string | undefined };

const Figure = ({ title, children, note }: FigureProps) => (
  <div className="panel p-3">
    <p className="text-soft">{title}</p>
    <p className="text-xl font-bold">{children}</p>
    {note !== undefined && <p className="text-[0.9em] text-soft">{note}</p>}
  </div>
);

const settlements = (count: number): string =>
  count === 1 ? '1 settlement' : `${count.toLocaleString('en-US')} settlements`;

function gainedNote(known: number, settled: number): string {
  if (settled === 0) return 'No settlements in this period.';
  const left = settled - known;
  return left === 0
    ? `Above the first offers, in ${settlements(known)}.`
    : `Above the first offers, in ${settlements(known)}. ${left.toLocaleString('en-US')} not counted: pre-tax offer or settlement unknown.`;
}

function exposureNote(exposure: NonNullable<Analytics['lenders']['exposure']>['totals'] | undefined): string {
  if (exposure === undefined) return 'Too many settlements to add up; choose a shorter period.';
  if (exposure.settled === 0) return 'No settlements in this period.';
  if (exposure.known === 0) return `Unknown for ${settlements(exposure.unknown)}.`;
  return exposure.unknown === 0
    ? `For ${settlements(exposure.known)}.`
    : `For ${settlements(exposure.known)}; unknown for ${exposure.unknown.toLocaleString('en-US')}.`;
}
