import type { MetricFactory } from '#platform/telemetry';

/** Metrics of deliveries and of their endpoints. */
export const webhookMetrics = ({ counter, gauge, histogram }: MetricFactory) => ({
  deliverySeconds: histogram({
    name: 'makewhole_delivery_seconds',
    help: 'Time from when a delivery to a live endpoint is due to its acknowledgement, by lane.',
    labelNames: ['lane'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  }),
  deliveriesExhausted: counter({
    name: 'makewhole_deliveries_exhausted_total',
    help: 'Live deliveries whose last attempt failed.',
  }),
  endpointsFailing: gauge({
    name: 'makewhole_endpoints_failing',
    help: 'Enabled live webhook endpoints at which no attempt has succeeded since one failed.',
    labelNames: ['audience'],
  }),
  endpointsBehind: gauge({
    name: 'makewhole_endpoints_behind',
    help: 'Live webhook endpoints of this process that have more due deliveries than they take at once.',
  }),
  endpointMostBehind: gauge({
    name: 'makewhole_endpoint_most_behind',
    help: 'Due deliveries of the live endpoint of this process that has the most, counted up to ten thousand.',
  }),
});
