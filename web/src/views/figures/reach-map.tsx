import type { Figures } from '#api/types.ts';
import { CasesLink } from './cases-link.tsx';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hourName = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;

/** Hours by weekday as a map of colors, and the same as a table. */
export function ReachMap({ figures }: { readonly figures: Figures }) {
  if (figures.reach.length === 0) return <p className="p-3 text-soft">No calls in this period.</p>;
  return (
    <>
      <div className="overflow-x-auto p-3" role="group" aria-label="Hour map" tabIndex={0}>
        <HourMap reach={figures.reach} />
      </div>
      <details className="px-3 pb-3">
        <summary className="text-soft">As a table</summary>
        <ReachTable figures={figures} />
      </details>
    </>
  );
}

type Reach = Figures['reach'];

const [cell, row, left, top] = [40, 28, 44, 20];

function HourMap({ reach }: { readonly reach: Reach }) {
  const hours = reach.map(({ hour }) => hour);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const days = [...new Set(reach.map(({ weekday }) => weekday))].toSorted((a, b) => a - b);
  const [width, height] = [left + columns.length * cell, top + days.length * row];
  return (
    <svg
      role="img"
      aria-label="Share of calls that reached someone, by weekday and hour; the table below has the numbers"
      viewBox={`0 0 ${width} ${height}`}
      className="block text-[11px]"
      width={width}
      height={height}
    >
      {columns.map((hour, x) => (
        <text key={hour} x={left + x * cell + cell / 2} y={14} textAnchor="middle" className="fill-soft">
          {hourName(hour)}
        </text>
      ))}
      {days.map((day, y) => (
        <text key={day} x={left - 8} y={top + y * row + 18} textAnchor="end" className="fill-soft">
          {weekdays[day - 1]}
        </text>
      ))}
      {reach.map(({ weekday, hour, calls, reached }) => (
        <HourCell
          key={`${weekday}/${hour}`}
          x={left + (hour - first) * cell}
          y={top + days.indexOf(weekday) * row}
          share={reached / calls}
        />
      ))}
    </svg>
  );
}

type HourCellProps = { readonly x: number; readonly y: number; readonly share: number };

function HourCell({ x, y, share }: HourCellProps) {
  const box = { x: x + 1, y: y + 1, width: cell - 2, height: row - 2, rx: 3 };
  return (
    <g>
      <rect {...box} className="fill-ground stroke-line" />
      <rect {...box} className="fill-accent" opacity={share * 0.6} />
      <text x={x + cell / 2} y={y + 18} textAnchor="middle" className="fill-ink">
        {Math.round(share * 100)}%
      </text>
    </g>
  );
}

function ReachTable({ figures }: { readonly figures: Figures }) {
  return (
    <table className="mt-2 border-collapse text-left">
      <caption className="sr-only">Calls and people reached by weekday and hour</caption>
      <thead>
        <tr className="border-b border-edge">
          {['Day', 'Hour', 'Calls', 'Reached', 'Share'].map((title) => (
            <th key={title} scope="col" className="py-1 pr-4 font-semibold">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.reach.map(({ weekday, hour, calls, reached }) => (
          <tr key={`${weekday}/${hour}`} className="border-b border-line">
            <td className="py-0.5 pr-4">{weekdays[weekday - 1]}</td>
            <td className="pr-4">{hourName(hour)}</td>
            <td className="pr-4">
              <CasesLink figures={figures} filter={{ weekday: String(weekday), hour: String(hour) }}>
                {calls}
              </CasesLink>
            </td>
            <td className="pr-4">{reached}</td>
            <td>{Math.round((reached / calls) * 100)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
