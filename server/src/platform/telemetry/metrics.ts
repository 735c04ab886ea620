import type { Registry } from 'prom-client';
import { createIdleFactory, createMetricFactory, type MetricFactory } from './metric-factory.ts';
import { platformMetrics } from './platform-metrics.ts';
import { prometheus } from './prometheus.ts';

/** Metrics that belong together, as the module that sets them declares them. */
export type MetricSet<Declared> = (factory: MetricFactory) => Declared;

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one service: the platform's own as members, those of a module by `of`. Without `served`, they count nothing. */
export function createMetrics({ served = true } = {}) {
  let registry: Registry | undefined;
  const registryOf = () => (registry ??= new (prometheus().Registry)());
  const factory = served ? createMetricFactory(registryOf()) : createIdleFactory();
  const created = new Map<MetricSet<unknown>, unknown>();
  return {
    get registry(): Registry {
      return registryOf();
    },
    ...platformMetrics(factory),
    /** The metrics of a set, created the first time. app/ does that at startup, so that all are served from then on. */
    of<Declared>(set: MetricSet<Declared>): Declared {
      if (!created.has(set)) created.set(set, set(factory));
      return created.get(set) as Declared;
    },
  };
}
