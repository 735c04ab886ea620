import { useId } from 'react';

type Series = { readonly name: string; readonly color: string; readonly values: readonly (number | null)[] };

type TimeChartProps = {
  readonly title: string;
  /** When each step begins, in the words of the axis. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Bars stand on each other; lines have gaps where nothing is known. */
  readonly kind: 'bars' | 'lines';
  readonly unit: string;
};

const size = { width: 380, height: 130, left: 36, bottom: 20, top: 8 } as const;
const inner = { width: size.width - size.left, height: size.height - size.bottom - size.top } as const;

/** Figures over time: a drawing for the eye, and the same figures as a table for everybody. */
export function TimeChart({ title, labels, series, kind, unit }: TimeChartProps) {
  const id = useId();
  const totals = labels.map((_label, index) => {
    const values = series.map(({ values: all }) => all[index] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const top = Math.max(1, ...totals);
  const y = (value: number): number => size.top + inner.height * (1 - value / top);
  const step = inner.width / labels.length;
  return (
    <figure className="min-w-0">
      <Caption id={id} title={title} series={series} />
      <svg viewBox={`0 0 ${size.width} ${size.height}`} className="w-full" role="img" aria-labelledby={id}>
        {[0, top].map((value) => (
          <g key={value}>
            <line x1={size.left} x2={size.width} y1={y(value)} y2={y(value)} stroke="var(--line)" />
            <text x={size.left - 6} y={y(value) + 4} textAnchor="end" fontSize="11" fill="var(--soft)">
              {value}
            </text>
          </g>
        ))}
        {kind === 'bars' ? (
          <Bars series={series} step={step} y={y} />
        ) : (
          series.map((one) => <Line key={one.name} {...one} step={step} y={y} />)
        )}
        {series.every(({ values }) => values.every((value) => !value)) && (
          <text
            x={size.left + inner.width / 2}
            y={size.height / 2}
            textAnchor="middle"
            fontSize="12"
            fill="var(--soft)"
          >
            None in this period
          </text>
        )}
        {[0, Math.floor(labels.length / 2), labels.length - 1].map((index, place) => (
          <text
            key={index}
            x={size.left + step * (index + 0.5)}
            y={size.height - 5}
            textAnchor={(['start', 'middle', 'end'] as const)[place]}
            fontSize="11"
            fill="var(--soft)"
          >
            {labels[index]}
          </text>
        ))}
      </svg>
      <details>
        <summary className="text-accent">{title} as a table</summary>
        <FigureTable title={title} labels={labels} series={series} unit={unit} />
      </details>
    </figure>
  );
}

type CaptionProps = Pick<TimeChartProps, 'title' | 'series'> & { readonly id: string };

function Caption({ id, title, series }: CaptionProps) {
  return (
    <figcaption id={id} className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{title}</span>
      {series.map(({ name, color }) => (
        <span key={name} className="inline-flex items-center gap-1 text-soft">
          <svg width="10" height="10" aria-hidden>
            <rect width="10" height="10" fill={color} />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  );
}

type Scale = { readonly step: number; y(value: number): number };

function Bars({ series, step, y }: Scale & { readonly series: readonly Series[] }) {
  const count = series[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_none, index) => {
    let below = 0;
    return series.map(({ name, color, values }) => {
      const value = values[index] ?? 0;
      const from = below;
      below += value;
      if (value === 0) return null;
      const height = y(from) - y(from + value);
      return (
        <rect
          key={`${name}${index}`}
          x={size.left + step * index + 1}
          y={y(from + value)}
          width={Math.max(1, step - 2)}
          height={height}
          fill={color}
        />
      );
    });
  });
}

function Line({ color, values, step, y }: Scale & Omit<Series, 'name'>) {
  const x = (index: number): number => size.left + step * (index + 0.5);
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const joined = index > 0 && values[index - 1] !== null && values[index - 1] !== undefined;
      return `${joined ? 'L' : 'M'}${x(index)} ${y(value)}`;
    })
    .join('');
  return (
    <>
      <path d={path} fill="none" stroke={color} strokeWidth="2" />
      {values.map((value, index) =>
        value === null ? null : <circle key={index} cx={x(index)} cy={y(value)} r="2.5" fill={color} />,
      )}
    </>
  );
}

type FigureTableProps = Pick<TimeChartProps, 'title' | 'labels' | 'series' | 'unit'>;

function FigureTable({ title, labels, series, unit }: FigureTableProps) {
  return (
    <div className="max-h-72 overflow-auto" role="group" aria-label={`${title}, table`} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{`${title}, ${unit}`}</caption>
        <thead>
          <tr className="border-b border-edge">
            <th scope="col" className="px-2 py-1">
              From
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-2 py-1">{`${name}, ${unit}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label} className="border-b border-line">
              <th scope="row" className="px-2 py-0.5 font-normal">
                {label}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="px-2 py-0.5">
                  {values[index] ?? 'none'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
