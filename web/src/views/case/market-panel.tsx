import { useQuery } from '@tanstack/react-query';
import { snapshotQuery } from '#api/queries.ts';
import type { Case, Market } from '#api/types.ts';
import { formatCents, formatCentsRounded, formatDollars, toDollars } from '#lib/money.ts';
import { MarketChart } from './market-chart.tsx';

/** The insurer's offer compared with the market. */
export function MarketPanel({ caseDetail }: { readonly caseDetail: Case }) {
  const { market, offer_cents: offerCents, settlement_cents: settled } = caseDetail;
  const { data: snapshot } = useQuery(snapshotQuery(market?.snapshot_id ?? null));
  const offer = offerCents === null ? undefined : toDollars(offerCents);
  return (
    <section className="panel p-3" aria-labelledby="market">
      <h2 id="market" className="panel-title">
        Offer and market
      </h2>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        <Figure title="Offer" value={offerCents === null ? 'unknown' : formatCents(offerCents)} />
        {market !== null && market.mid !== null && (
          <Figure title="Market median" value={formatDollars(bestMid(market) ?? 0)} />
        )}
        {market !== null && market.gap_cents !== null && (
          <Figure
            title={market.gap_cents >= 0 ? 'Below market by' : 'Above market by'}
            value={formatCentsRounded(Math.abs(market.gap_cents))}
            tone={market.gap_cents > 0 ? 'text-good' : 'text-soft'}
          />
        )}
        {settled !== null && <Figure title="Settled at" value={formatCents(settled)} />}
      </dl>
      {market === null || market.low === null || market.high === null ? (
        <p className="mt-2 text-soft">
          No market estimate: {market === null ? 'not enough is known yet' : 'too few listings'}.
        </p>
      ) : (
        <>
          <MarketChart market={market} offer={offer} comparables={snapshot?.comparables ?? []} />
          <SampleSize size={market.sample_size} />
        </>
      )}
      {market !== null && <p className="mt-1 text-[0.85em] text-soft">{market.disclaimer}</p>}
    </section>
  );
}

/** With fewer listings the estimate is unreliable. */
const minReliableSample = 5;

function SampleSize({ size }: { readonly size: number }) {
  const listings = size === 1 ? '1 listing' : `${size} listings`;
  return size < minReliableSample ? (
    <p className="mt-1 font-semibold text-warn">Only {listings} found: tell the owner, and promise nothing.</p>
  ) : (
    <p className="mt-1 text-soft">Based on {listings}.</p>
  );
}

const bestMid = (market: Market): number | null => market.adjusted_mid ?? market.mid;

type FigureProps = { readonly title: string; readonly value: string; readonly tone?: string };

function Figure({ title, value, tone = '' }: FigureProps) {
  return (
    <div>
      <dt className="text-[0.85em] text-soft">{title}</dt>
      <dd className={`text-lg font-bold ${tone}`}>{value}</dd>
    </div>
  );
}
