import type { Gauge, Registry } from 'prom-client';
import { prometheus } from './prometheus.ts';

/** Labels hold names from the code (routes, outcomes), never ids or personal data. */
type MetricOptions<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
};
type CounterOptions<Label extends string> = MetricOptions<Label> & {
  /**
   * All values of a label, where they are known: all combinations are served as 0 from the start, because Prometheus
   * cannot compute the increase of a counter that it has never seen before.
   */
  readonly values?: Readonly<Record<Label, readonly string[]>>;
};

type GaugeOptions<Label extends string> = MetricOptions<Label> & {
  /** Called when the metrics are read, for values that are always known. */
  readonly collect?: (this: Gauge<Label>) => void;
};
type HistogramOptions<Label extends string> = MetricOptions<Label> & { readonly buckets: number[] };

export type MetricFactory = ReturnType<typeof createMetricFactory>;

/** Creates metrics in one registry, so that a declaration need not know it. */
export function createMetricFactory(registry: Registry) {
  const registers = [registry];
  const { Counter, Gauge, Histogram } = prometheus();
  return {
    counter: <Label extends string = never>({ values, ...options }: CounterOptions<Label>) => {
      const counter = new Counter<Label>({ ...options, registers });
      for (const labels of combine(values)) counter.inc(labels, 0);
      return counter;
    },
    gauge: <Label extends string = never>(options: GaugeOptions<Label>) => {
      const gauge = new Gauge<Label>({ ...options, registers });
      // Absent until it is measured: 0 free space would raise an alarm, and only workers measure most gauges.
      if (options.labelNames === undefined) gauge.remove();
      return gauge;
    },
    histogram: <Label extends string = never>(options: HistogramOptions<Label>) =>
      new Histogram<Label>({ ...options, registers }),
  };
}

/** All combinations of the values of several labels. */
function combine<Label extends string>(values: Readonly<Record<Label, readonly string[]>> | undefined) {
  if (values === undefined) return [];
  let sets: Partial<Record<Label, string>>[] = [{}];
  for (const label of Object.keys(values) as Label[])
    sets = sets.flatMap((set) => values[label].map((value) => ({ ...set, [label]: value })));
  return sets;
}

/** Metrics of a process that is never scraped: they count nothing. */
export function createIdleFactory(): MetricFactory {
  const nothing = () => undefined;
  const idle = { inc: nothing, dec: nothing, set: nothing, observe: nothing, remove: nothing, reset: nothing };
  const metric = { ...idle, labels: () => metric, startTimer: () => () => 0 };
  return { counter: () => metric, gauge: () => metric, histogram: () => metric } as unknown as MetricFactory;
}
