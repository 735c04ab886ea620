import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '#api/request.ts';
import { factsQuery, snapshotQuery } from '#api/case-queries.ts';
import type { Case, Market, Snapshot } from '#api/types.ts';
import { formatCents, formatCentsRounded, formatDollars, toDollars } from '#lib/money.ts';
import { ComparablesTable } from './comparables-table.tsx';
import { MarketChart } from './market-chart.tsx';

/**
 * The insurer's offer compared with the market: how many listings, how their prices became the figures, each of them.
 */
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
          <Figure title={titleOfMiddle(market, snapshot)} value={formatDollars(bestMid(market) ?? 0)} />
        )}
        {market !== null && market.gap_cents !== null && (
          <Figure
            title={market.gap_cents >= 0 ? 'Offer is below market by' : 'Offer is above market by'}
            value={formatCentsRounded(Math.abs(market.gap_cents))}
            tone={market.gap_cents > 0 && market.coverage === 'good' ? 'text-good' : 'text-soft'}
          />
        )}
        {settled !== null && <Figure title="Settled at" value={formatCents(settled)} />}
      </dl>
      {market === null || market.mid === null ? (
        <p className="mt-2 text-soft">
          No market estimate: {market === null ? 'not enough information yet' : 'no listings were found'}.
        </p>
      ) : (
        <>
          <Coverage market={market} snapshot={snapshot} />
          {snapshot?.withheld.includes('unlisted trim') === true && caseDetail.card.closed_at === null && (
            <CompareAs caseId={caseDetail.card.id} snapshot={snapshot} />
          )}
          <MarketChart market={market} offer={offer} snapshot={snapshot} />
          {snapshot !== undefined && <p className="mt-1 text-soft">{snapshot.basis}</p>}
          {snapshot !== undefined && <ComparablesTable snapshot={snapshot} />}
        </>
      )}
      {market !== null && <p className="mt-1 text-[0.85em] text-soft">{market.disclaimer}</p>}
    </section>
  );
}

const listingsOf = (size: number): string => (size === 1 ? '1 listing' : `${size.toLocaleString('en-US')} listings`);

/**
 * The figure shows its number of listings, so that few never look like many. Withheld figures are never called
 * adjusted.
 */
const titleOfMiddle = ({ sample_size: size, adjusted_mid: mid }: Market, snapshot: Snapshot | undefined): string =>
  `${mid !== null && snapshot !== undefined && isAdjusted(snapshot) ? 'Adjusted median' : 'Median'} of ${listingsOf(size)}`;

const isAdjusted = ({ slope_dollars_per_mile: slope, year_share: year }: Snapshot): boolean =>
  slope !== null || year !== null;

/** What to say before the figures are relied on; without the snapshot only how many listings there are. */
function Coverage({ market, snapshot }: { readonly market: Market; readonly snapshot: Snapshot | undefined }) {
  const size = listingsOf(market.sample_size);
  const caveats =
    snapshot?.caveats ??
    (market.coverage === 'good' ? [] : [`Only ${size}. Tell the owner, and don’t promise anything.`]);
  if (caveats.length === 0) return <p className="mt-1 text-soft">Good coverage: {size} for similar vehicles.</p>;
  return (
    <ul className="mt-1 grid gap-0.5 text-warn">
      {caveats.map((text) => (
        <li key={text} className="first:font-semibold">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** More trims than these are for the facts form. */
const trimsMost = 4;

/** The stated trim is not listed, so the caller may choose the listed one that the vehicle is compared with. */
function CompareAs({ caseId, snapshot }: { readonly caseId: string; readonly snapshot: Snapshot }) {
  const queries = useQueryClient();
  const { data: facts } = useQuery(factsQuery(caseId));
  const save = useMutation({
    mutationFn: (trim: string) =>
      request('PATCH /cases/{consultation_id}/facts', {
        path: { consultation_id: caseId },
        body: { seen: facts?.version ?? 0, changes: { trim }, withdrawn: [] },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['case', caseId] });
      void queries.invalidateQueries({ queryKey: ['columns'] });
    },
  });
  const trims = [...new Set(snapshot.comparables.flatMap(({ trim }) => trim ?? []))].slice(0, trimsMost);
  return (
    <p className="mt-1 flex flex-wrap gap-2">
      {trims.map((trim) => (
        <button
          key={trim}
          type="button"
          className="button"
          disabled={facts === undefined || save.isPending}
          onClick={() => save.mutate(trim)}
        >
          Compare as {trim}
        </button>
      ))}
      {save.error !== null && <span role="alert">{save.error.message}</span>}
    </p>
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
