import type { MetricFactory } from '#platform/telemetry';

/** Metrics of market reads. */
export const marketMetrics = ({ counter }: MetricFactory) => ({
  reads: counter({
    name: 'makewhole_market_reads_total',
    help: 'Early market reads by coverage, or failed when the search failed; without those of the sandbox of agents.',
    labelNames: ['outcome'],
    values: { outcome: ['good', 'thin', 'none', 'failed'] },
  }),
});
