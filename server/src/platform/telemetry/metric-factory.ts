import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Labels hold names from the code (routes, outcomes), never ids or personal data. */
type MetricOptions<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
};
type HistogramOptions<Label extends string> = MetricOptions<Label> & { readonly buckets: number[] };

export type MetricFactory = ReturnType<typeof createMetricFactory>;

/** Creates metrics in one registry, so that whoever declares them need not know it. */
export function createMetricFactory(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(options: MetricOptions<Label>) =>
      new Counter<Label>({ ...options, registers }),
    gauge: <Label extends string = never>(options: MetricOptions<Label>) => new Gauge<Label>({ ...options, registers }),
    histogram: <Label extends string = never>(options: HistogramOptions<Label>) =>
      new Histogram<Label>({ ...options, registers }),
  };
}
