import type { Market, Snapshot } from '#api/types.ts';
import { positionEndLabels } from '#lib/chart.ts';
import { formatDollars } from '#lib/money.ts';

const width = 300;
const height = 104;
const margin = 10;

type MarketChartProps = {
  readonly market: Market;
  readonly offer: number | undefined;
  readonly snapshot: Snapshot | undefined;
};

/** From so many listings on a range is drawn; fewer are single cars. */
const rangeFrom = 5;

/**
 * Adjusted prices as dots, the listed ones as faint rings, the range as a bar, the offer as a line. In words for screen
 * readers; the table next to it has every price.
 */
export function MarketChart({ market, offer, snapshot }: MarketChartProps) {
  const mid = market.adjusted_mid ?? market.mid ?? 0;
  const [low, high] = [market.adjusted_low ?? market.low ?? mid, market.adjusted_high ?? market.high ?? mid];
  const comparables = snapshot?.comparables ?? [];
  const prices = comparables.flatMap(({ price, adjusted_price: adjusted }) => [price, adjusted ?? price]);
  const from = Math.min(low, offer ?? low, ...prices) * 0.97;
  const to = Math.max(high, offer ?? high, ...prices) * 1.03;
  const x = (price: number): number => margin + ((price - from) / Math.max(1, to - from)) * (width - 2 * margin);
  const isAdjusted = market.adjusted_mid !== null && snapshot !== undefined && isMoved(snapshot);
  const isRange = market.sample_size >= rangeFrom;
  const description = [
    `${isAdjusted ? 'Adjusted prices' : 'Prices'} from ${formatDollars(low)} to ${formatDollars(high)}, median ${formatDollars(mid)}, from ${market.sample_size === 1 ? '1 listing' : `${market.sample_size} listings`}.`,
    offer === undefined ? 'The offer is unknown.' : `The insurer’s offer is ${formatDollars(offer)}.`,
  ].join(' ');
  return (
    <figure className="mt-2">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description} className="block w-full max-w-sm">
        <line x1={margin} x2={width - margin} y1={58} y2={58} className="stroke-line" strokeWidth={1} />
        {isRange && <RangeBar from={x(low)} to={x(high)} mid={x(mid)} isThin={market.coverage !== 'good'} />}
        {comparables.map((listing, index) => (
          <ListingDot
            key={`${listing.source}:${listing.source_id}`}
            listed={x(listing.price)}
            adjusted={listing.adjusted_price === null ? undefined : x(listing.adjusted_price)}
            y={isRange ? 40 - (index % 4) * 5 : 58 - (index % 4) * 9}
            isSingle={!isRange}
          />
        ))}
        {offer !== undefined && <OfferLine x={x(offer)} offer={offer} />}
        {isRange && high > low && <EndLabels low={{ x: x(low), price: low }} high={{ x: x(high), price: high }} />}
        {isRange ? (
          <Label x={x(mid)} y={100} text={`Median ${formatDollars(mid)}`} tone="fill-accent" />
        ) : (
          <Label x={width / 2} y={100} text="Single cars, no range" tone="fill-soft" />
        )}
      </svg>
      <figcaption className="text-[0.85em] text-soft">{captionOf(snapshot)}</figcaption>
    </figure>
  );
}

const isMoved = ({ slope_dollars_per_mile: slope, year_share: year }: Snapshot): boolean =>
  slope !== null || year !== null;

function captionOf(snapshot: Snapshot | undefined): string {
  if (snapshot === undefined) return 'The listings aren’t loaded.';
  if (!isMoved(snapshot)) return 'Dots: listed prices, not adjusted.';
  const { odometer, year } = snapshot.subject;
  const byMiles = snapshot.slope_dollars_per_mile !== null && odometer !== null;
  const to = [
    ...(byMiles ? [`${odometer.toLocaleString('en-US')} miles`] : []),
    ...(snapshot.year_share === null ? [] : [`model year ${year}`]),
  ].join(' and ');
  return `Dots: prices adjusted to ${to}. Faint rings: the same cars’ listed prices.`;
}

type RangeBarProps = { readonly from: number; readonly to: number; readonly mid: number; readonly isThin: boolean };

/** Dashed where it rests on few listings. */
function RangeBar({ from, to, mid, isThin }: RangeBarProps) {
  return (
    <>
      <rect
        x={from}
        y={50}
        width={Math.max(2, to - from)}
        height={16}
        rx={4}
        className={isThin ? 'fill-none stroke-faint' : 'fill-accent-soft stroke-accent'}
        strokeDasharray={isThin ? '3 3' : undefined}
      />
      <line x1={mid} x2={mid} y1={47} y2={69} className="stroke-accent" strokeWidth={isThin ? 1.5 : 3} />
    </>
  );
}

type ListingDotProps = {
  readonly listed: number;
  readonly adjusted: number | undefined;
  readonly y: number;
  readonly isSingle: boolean;
};

/** A listing without a part in the figures has only its ring. */
function ListingDot({ listed, adjusted, y, isSingle }: ListingDotProps) {
  const radius = isSingle ? 3.5 : 2.2;
  const isMoved = adjusted === undefined || Math.abs(adjusted - listed) > 0.1;
  return (
    <>
      {isMoved && (
        <circle cx={listed} cy={y} r={radius} className="fill-none stroke-faint opacity-50" strokeWidth={1} />
      )}
      {isMoved && isSingle && adjusted !== undefined && (
        <line x1={listed} x2={adjusted} y1={y} y2={y} className="stroke-faint opacity-50" strokeWidth={0.75} />
      )}
      {adjusted !== undefined && <circle cx={adjusted} cy={y} r={radius} className="fill-ink" />}
    </>
  );
}

function OfferLine({ x, offer }: { readonly x: number; readonly offer: number }) {
  return (
    <>
      <line x1={x} x2={x} y1={16} y2={72} className="stroke-bad" strokeWidth={2} strokeDasharray="4 2" />
      <Label x={x} y={12} text={`Offer ${formatDollars(offer)}`} tone="fill-bad" />
    </>
  );
}

type PricePoint = { readonly x: number; readonly price: number };

/** Labels at the ends of the market range: outside the bar, inside the chart, not overlapping. */
function EndLabels({ low, high }: { readonly low: PricePoint; readonly high: PricePoint }) {
  const [lowest, highest] = [formatDollars(low.price), formatDollars(high.price)];
  const widths = { low: textWidth(lowest), high: textWidth(highest), chart: width, gap: characterWidth };
  const { lowRight, highLeft } = positionEndLabels(low.x, high.x, widths);
  return (
    <>
      <Label x={lowRight} y={84} text={lowest} tone="fill-soft" anchor="end" />
      <Label x={highLeft} y={84} text={highest} tone="fill-soft" anchor="start" />
    </>
  );
}

type Anchor = 'start' | 'middle' | 'end';
type LabelProps = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly tone: string;
  readonly anchor?: Anchor;
};

/** Approximate width of one label character. */
const characterWidth = 8.4;
const textWidth = (text: string): number => text.length * characterWidth;

/** A label at `x`, moved if needed to stay inside the chart. */
function Label({ x, y, text, tone, anchor = 'middle' }: LabelProps) {
  const labelWidth = textWidth(text);
  const anchorOffset = { start: 0, middle: labelWidth / 2, end: labelWidth }[anchor];
  const left = Math.min(Math.max(x - anchorOffset, 0), width - labelWidth);
  return (
    <text x={left} y={y} className={`${tone} text-[12px] font-semibold`}>
      {text}
    </text>
  );
}
