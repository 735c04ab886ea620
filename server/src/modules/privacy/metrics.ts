import type { MetricFactory } from '#platform/telemetry';

export const privacyMetrics = ({ counter }: MetricFactory) => ({
  erased: counter({
    name: 'makewhole_cases_erased_total',
    help: 'Cases whose personal data was erased, by request or by age.',
    labelNames: ['why'],
    values: { why: ['request', 'age'] },
  }),
  rows: counter({
    name: 'makewhole_erased_rows_total',
    help: 'Rows that were blanked or deleted because their time was over, by what they are.',
    labelNames: ['kind'],
    values: { kind: ['case', 'registration', 'reason', 'reply'] },
  }),
});
