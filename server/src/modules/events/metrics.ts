import type { MetricFactory } from '#platform/telemetry';

/** What is measured of the log's eras. */
export const eventMetrics = ({ gauge }: MetricFactory) => ({
  paused: gauge({
    name: 'makewhole_paused',
    help: '1 while the worker does nothing because its database was restored or moved and nobody has said resume.',
  }),
});
