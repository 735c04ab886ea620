import { Registry } from 'prom-client';
import { createMetricFactory, type MetricFactory } from './metric-factory.ts';
import { platformMetrics } from './platform-metrics.ts';

/** Metrics that belong together, as the module that sets them declares them. */
export type MetricSet<Declared> = (factory: MetricFactory) => Declared;

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one service: the platform's own as members, those of a module by `of`. */
export function createMetrics() {
  const registry = new Registry();
  const factory = createMetricFactory(registry);
  const created = new Map<MetricSet<unknown>, unknown>();
  return {
    registry,
    ...platformMetrics(factory),
    /** The metrics of a set, created the first time; app/ does that at the start, so that all are served from then on. */
    of<Declared>(set: MetricSet<Declared>): Declared {
      if (!created.has(set)) created.set(set, set(factory));
      return created.get(set) as Declared;
    },
  };
}
