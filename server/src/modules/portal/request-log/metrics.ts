import type { MetricFactory } from '#platform/telemetry';

/** Outcomes of recording answered calls. */
export const requestLogMetrics = ({ counter }: MetricFactory) => ({
  calls: counter({
    name: 'makewhole_request_log_calls_total',
    help: 'Calls of institutions by what became of them in the request log.',
    labelNames: ['outcome'],
    values: { outcome: ['recorded', 'queue_full', 'not_written', 'refused_often', 'nobodys'] },
  }),
});
