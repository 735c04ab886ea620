import type { MetricFactory } from '#platform/telemetry';

/** Metrics of customers' replies. */
export const replyMetrics = ({ counter }: MetricFactory) => ({
  replies: counter({
    name: 'makewhole_replies_total',
    help: 'Replies and pressed stop links by how they were understood; those beyond the daily bound of a number are not stored.',
    labelNames: ['channel', 'understood_as', 'stored'],
  }),
});
