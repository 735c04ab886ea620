import type { MetricFactory } from '#platform/telemetry';

export const consentMetrics = ({ gauge }: MetricFactory) => ({
  unchained: gauge({
    name: 'makewhole_consent_unchained',
    help: 'Entries of the consent ledger that are not chained yet, counted up to 10,000.',
  }),
  unchainedSeconds: gauge({
    name: 'makewhole_consent_unchained_seconds',
    help: 'Age of the oldest entry of the consent ledger that is not chained yet.',
  }),
});
