import type { MetricFactory } from '#platform/telemetry';

/** Metrics of messages besides those of their queue. */
export const customerMetrics = ({ gauge }: MetricFactory) => ({
  held: gauge({
    name: 'makewhole_customers_messages_held',
    help: 'Messages that wait for staff, by what holds them: the cap of their recipient or a budget of the day.',
    labelNames: ['kind'],
  }),
  transportResting: gauge({
    name: 'makewhole_customers_transport_resting',
    help: 'Whether this worker lets a way of sending rest, because the mail server or the text provider fails: 1 or 0.',
    labelNames: ['channel'],
  }),
});
