import type { Comparable } from '#api/queries.ts';
import type { Market } from '#api/types.ts';
import { fromDollars } from '#lib/format.ts';

const width = 320;
const height = 96;
const margin = 10;

type Chart = {
  readonly market: Market;
  readonly offer: number | undefined;
  readonly comparables: readonly Comparable[];
};

/** Listings as dots, the market as a bar, the offer as a line; the same in words for whoever does not see it. */
export function MarketChart({ market, offer, comparables }: Chart) {
  const [low, high] = [market.adjusted_low ?? market.low ?? 0, market.adjusted_high ?? market.high ?? 0];
  const mid = market.adjusted_mid ?? market.mid ?? 0;
  const prices = comparables.map(({ price }) => price);
  const from = Math.min(low, offer ?? low, ...prices) * 0.97;
  const to = Math.max(high, offer ?? high, ...prices) * 1.03;
  const x = (price: number): number => margin + ((price - from) / Math.max(1, to - from)) * (width - 2 * margin);
  const words = [
    `Market from ${fromDollars(low)} to ${fromDollars(high)}, middle ${fromDollars(mid)}, from ${market.sample_size} listings.`,
    offer === undefined ? 'No offer is known.' : `The insurer offers ${fromDollars(offer)}.`,
  ].join(' ');
  return (
    <figure className="mt-2">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words} className="block w-full">
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
            cy={38 - (index % 4) * 5}
            r={2.2}
            className="fill-faint"
          />
        ))}
        {offer !== undefined && (
          <>
            <line
              x1={x(offer)}
              x2={x(offer)}
              y1={14}
              y2={72}
              className="stroke-bad"
              strokeWidth={2}
              strokeDasharray="4 2"
            />
            <Label x={x(offer)} y={10} text={`Offer ${fromDollars(offer)}`} tone="fill-bad" />
          </>
        )}
        <Label x={x(low)} y={84} text={fromDollars(low)} tone="fill-soft" side="end" />
        <Label x={x(high)} y={84} text={fromDollars(high)} tone="fill-soft" side="start" />
        <Label x={x(mid)} y={94} text={`Middle ${fromDollars(mid)}`} tone="fill-accent" />
      </svg>
      <figcaption className="sr-only">{words}</figcaption>
    </figure>
  );
}

type Side = 'start' | 'middle' | 'end';
type Labeled = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly tone: string;
  readonly side?: Side;
};

/** A character of a label is about this wide. */
const letter = 6.9;

/** Stands at its place, and inside the picture. */
function Label({ x, y, text, tone, side = 'middle' }: Labeled) {
  const wide = text.length * letter;
  const before = { start: 0, middle: wide / 2, end: wide }[side];
  const left = Math.min(Math.max(x - before, 0), width - wide);
  return (
    <text x={left} y={y} className={`${tone} text-[10px] font-semibold`}>
      {text}
    </text>
  );
}
