import { useState } from 'react';
import { TimeChart } from '#ui/time-chart.tsx';
import { usePortalQuery } from '#portal/api.ts';
import { Waiting } from './places.tsx';

const ranges = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
] as const;

/** Attempts by hour for a day, or by six hours for a week. */
export function EndpointFigures({ id }: { readonly id: string }) {
  const [range, setRange] = useState<'24h' | '7d'>('24h');
  const { data, error } = usePortalQuery('GET /endpoints/{endpoint_id}/figures', {
    path: { endpoint_id: id },
    query: { range: range },
  });
  return (
    <div className="grid gap-3 p-3">
      <div role="group" aria-label="Period" className="flex gap-2">
        {ranges.map(([value, words]) => (
          <button
            key={value}
            type="button"
            className={`button ${range === value ? 'border-accent text-accent' : ''}`}
            aria-pressed={range === value}
            onClick={() => setRange(value)}
          >
            {words}
          </button>
        ))}
      </div>
      {data === undefined ? (
        <Waiting error={error} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <TimeChart
            title={`Attempts by ${range === '24h' ? 'hour' : 'six hours'}`}
            kind="bars"
            unit="attempts"
            labels={data.steps.map(({ at }) => toLabel(at))}
            series={[
              { name: 'acknowledged', color: 'var(--good)', values: data.steps.map((step) => step.acknowledged) },
              { name: 'failed', color: 'var(--bad)', values: data.steps.map((step) => step.failed) },
            ]}
          />
          <TimeChart
            title="Time to acknowledge"
            kind="lines"
            unit="ms"
            labels={data.steps.map(({ at }) => toLabel(at))}
            series={[
              { name: 'median (p50)', color: 'var(--accent)', values: data.steps.map((step) => step.p50_ms) },
              { name: '95% within (p95)', color: 'var(--warn)', values: data.steps.map((step) => step.p95_ms) },
            ]}
          />
        </div>
      )}
      {data !== undefined && data.counted_at_most !== null && (
        <p className="text-warn">
          Only the newest {data.counted_at_most.toLocaleString('en')} completed deliveries and as many failed attempts
          are counted.
        </p>
      )}
    </div>
  );
}

const toLabel = (at: string): string =>
  new Date(at).toLocaleString('en', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
