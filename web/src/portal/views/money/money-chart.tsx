import { formatCentsExact } from '#lib/money.ts';
import type { Response } from '#portal/api.ts';
import { chartScale, labeledMonths } from './chart-scale.ts';
import { monthWords } from './period.ts';

type Months = Response<'GET /analytics'>['figures']['by_month'];

/** One drawing for each width of window, so that its text is never scaled to nothing. */
const drawings = [
  [320, 'sm:hidden'],
  [560, 'max-sm:hidden lg:hidden'],
  [960, 'max-lg:hidden'],
] as const;

const series = [
  ['increase_cents', 'Gained by borrowers', 'fill-good'],
  ['spend_cents', 'Your fees', 'fill-warn'],
] as const;

/** Two bars for each month to one scale; the table below has the same in numbers. */
export function MoneyChart({ months }: { readonly months: Months }) {
  if (months.every((month) => month.increase_cents === 0 && month.spend_cents === 0))
    return <p className="p-3 text-soft">No gains or fees in this period.</p>;
  return (
    <figure className="p-3">
      <figcaption className="mb-2 flex flex-wrap gap-x-4">
        {series.map(([key, words, color], index) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <svg width="12" height="12" aria-hidden>
              <rect width="12" height="12" rx="2" className={color} />
            </svg>
            {words} ({index === 0 ? 'left' : 'right'})
          </span>
        ))}
      </figcaption>
      {drawings.map(([width, shown]) => (
        <Drawing key={width} months={months} width={width} className={shown} />
      ))}
    </figure>
  );
}

const size = { height: 220, left: 52, top: 10, bottom: 46 } as const;

type DrawingProps = { readonly months: Months; readonly width: number; readonly className: string };

function Drawing({ months, width, className }: DrawingProps) {
  const { low, high, ticks } = chartScale(months.flatMap((month) => [month.increase_cents, month.spend_cents]));
  const y = (cents: number): number =>
    size.top + (size.height - size.top - size.bottom) * (1 - (cents - low) / (high - low));
  const step = (width - size.left) / months.length;
  const bar = Math.min(28, step * 0.38);
  const middle = (index: number): number => size.left + step * (index + 0.5);
  return (
    <svg
      viewBox={`0 0 ${width} ${size.height}`}
      className={`w-full ${className}`}
      role="img"
      aria-label="Gained by borrowers and your fees, by month; the table below has the numbers"
    >
      {ticks.map((cents) => (
        <g key={cents}>
          <line
            x1={size.left}
            x2={width}
            y1={y(cents)}
            y2={y(cents)}
            className={cents === 0 ? 'stroke-edge' : 'stroke-line'}
          />
          <text x={size.left - 6} y={y(cents) + 4} textAnchor="end" className="fill-soft text-[12px]">
            {dollars.format(cents / 100)}
          </text>
        </g>
      ))}
      {months.map((month, index) =>
        series.map(([key, words, color], place) => (
          <rect
            key={`${month.month}${key}`}
            x={middle(index) + (place === 0 ? -bar - 1 : 1)}
            y={Math.min(y(month[key]), y(0))}
            width={bar}
            height={Math.abs(y(month[key]) - y(0))}
            className={color}
          >
            <title>{`${monthWords(month.month)}: ${words} ${formatCentsExact(month[key])}`}</title>
          </rect>
        )),
      )}
      {labeledMonths(
        months.map(({ month }) => month),
        step,
      ).map(({ index, month, year }) => (
        <text key={month} x={middle(index)} y={size.height - 20} textAnchor="middle" className="fill-soft text-[12px]">
          {monthWords(month, 'short')}
          {year !== undefined && (
            <tspan x={middle(index)} dy="15">
              {year}
            </tspan>
          )}
        </text>
      ))}
    </svg>
  );
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
