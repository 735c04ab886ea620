import type { MetricFactory } from '#platform/telemetry';

export const membershipMetrics = ({ counter }: MetricFactory) => ({
  unpriced: counter({
    name: 'makewhole_statements_unpriced_total',
    help: 'How often a statement could not be issued because a plan has no price; it is tried again every hour.',
  }),
});
