import type { MetricFactory } from '#platform/telemetry';

/** Metrics of the board. */
export const boardMetrics = ({ counter }: MetricFactory) => ({
  unreadable: counter({
    name: 'makewhole_board_unreadable_total',
    help: 'Cards shown without a name or a count of replies, because the case could not be decrypted.',
  }),
});
