import type { MetricFactory } from '#platform/telemetry';

export const anchorMetrics = ({ gauge }: MetricFactory) => ({
  ageSeconds: gauge({
    name: 'makewhole_anchor_age_seconds',
    help: 'Age of the last signed position of the chains outside the database; 0 where none are configured.',
  }),
});
