import type { Comparable } from '#api/queries.ts';
import type { Market } from '#api/types.ts';
import { placeEnds } from '#lib/chart.ts';
import { fromDollars } from '#lib/money.ts';

const width = 300;
const height = 104;
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
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words} className="block w-full max-w-sm">
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
        {offer !== undefined && <Offer x={x(offer)} offer={offer} />}
        {high > low && <Ends low={{ x: x(low), price: low }} high={{ x: x(high), price: high }} />}
        <Label x={x(mid)} y={100} text={`Middle ${fromDollars(mid)}`} tone="fill-accent" />
      </svg>
    </figure>
  );
}

function Offer({ x, offer }: { readonly x: number; readonly offer: number }) {
  return (
    <>
      <line x1={x} x2={x} y1={16} y2={72} className="stroke-bad" strokeWidth={2} strokeDasharray="4 2" />
      <Label x={x} y={12} text={`Offer ${fromDollars(offer)}`} tone="fill-bad" />
    </>
  );
}

type Priced = { readonly x: number; readonly price: number };

/** Lowest and highest: outside of the bar, inside the picture, and never one over the other. */
function Ends({ low, high }: { readonly low: Priced; readonly high: Priced }) {
  const [lowest, highest] = [fromDollars(low.price), fromDollars(high.price)];
  const widths = { low: wideOf(lowest), high: wideOf(highest), picture: width, gap: letter };
  const { lowRight, highLeft } = placeEnds(low.x, high.x, widths);
  return (
    <>
      <Label x={lowRight} y={84} text={lowest} tone="fill-soft" side="end" />
      <Label x={highLeft} y={84} text={highest} tone="fill-soft" side="start" />
    </>
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
const letter = 8.4;
const wideOf = (text: string): number => text.length * letter;

/** Stands at its place, and inside the picture. */
function Label({ x, y, text, tone, side = 'middle' }: Labeled) {
  const wide = wideOf(text);
  const before = { start: 0, middle: wide / 2, end: wide }[side];
  const left = Math.min(Math.max(x - before, 0), width - wide);
  return (
    <text x={left} y={y} className={`${tone} text-[12px] font-semibold`}>
      {text}
    </text>
  );
}
