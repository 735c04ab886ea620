import type { MetricFactory } from '#platform/telemetry';

/** What is measured of messages beside their queue. */
export const customerMetrics = ({ gauge }: MetricFactory) => ({
  held: gauge({
    name: 'makewhole_customers_messages_held',
    help: 'Messages that wait for staff, by what holds them: the cap of their recipient or a budget of the day.',
    labelNames: ['kind'],
  }),
});
