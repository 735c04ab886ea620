import type { Comparable, Market } from '#api/types.ts';
import { positionEndLabels } from '#lib/chart.ts';
import { formatDollars } from '#lib/money.ts';

const width = 300;
const height = 104;
const margin = 10;

type MarketChartProps = {
  readonly market: Market;
  readonly offer: number | undefined;
  readonly comparables: readonly Comparable[];
};

/** Listings as dots, the market range as a bar, the offer as a line; the same in words for screen readers. */
export function MarketChart({ market, offer, comparables }: MarketChartProps) {
  const [low, high] = [market.adjusted_low ?? market.low ?? 0, market.adjusted_high ?? market.high ?? 0];
  const mid = market.adjusted_mid ?? market.mid ?? 0;
  const prices = comparables.map(({ price }) => price);
  const from = Math.min(low, offer ?? low, ...prices) * 0.97;
  const to = Math.max(high, offer ?? high, ...prices) * 1.03;
  const x = (price: number): number => margin + ((price - from) / Math.max(1, to - from)) * (width - 2 * margin);
  const description = [
    `Market from ${formatDollars(low)} to ${formatDollars(high)}, median ${formatDollars(mid)}, based on ${market.sample_size} listings.`,
    offer === undefined ? 'The offer is unknown.' : `The insurer offers ${formatDollars(offer)}.`,
  ].join(' ');
  return (
    <figure className="mt-2">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description} className="block w-full max-w-sm">
        <line x1={margin} x2={width - margin} y1={58} y2={58} className="stroke-line" strokeWidth={1} />
        <rect
          x={x(low)}
          y={50}
          width={Math.max(2, x(high) - x(low))}
          height={16}
          rx={4}
          className="fill-accent-soft stroke-accent"
        />
        <line x1={x(mid)} x2={x(mid)} y1={47} y2={69} className="stroke-accent" strokeWidth={3} />
        {comparables.map((listing, index) => (
          <circle
            key={`${listing.source}:${listing.source_id}`}
            cx={x(listing.price)}
            cy={40 - (index % 4) * 5}
            r={2.2}
            className="fill-faint"
          />
        ))}
        {offer !== undefined && <OfferLine x={x(offer)} offer={offer} />}
        {high > low && <EndLabels low={{ x: x(low), price: low }} high={{ x: x(high), price: high }} />}
        <Label x={x(mid)} y={100} text={`Median ${formatDollars(mid)}`} tone="fill-accent" />
      </svg>
    </figure>
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
