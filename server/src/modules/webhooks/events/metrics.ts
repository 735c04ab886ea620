import type { MetricFactory } from '#platform/telemetry';

/** Metrics of the log: its epochs, and whether its days match their digests. */
export const eventMetrics = ({ gauge }: MetricFactory) => ({
  paused: gauge({
    name: 'makewhole_paused',
    help: '1 while the worker does nothing because its database was restored or moved and nobody has said resume.',
  }),
  sealsBroken: gauge({
    name: 'makewhole_event_seals_broken',
    help: 'Sealed days of accounts whose log was found to be another one in the last seven days.',
  }),
});
