import type { MetricFactory } from '#platform/telemetry';

/** What is measured of signing in. */
export const staffMetrics = ({ counter }: MetricFactory) => ({
  codesGuessed: counter({
    name: 'makewhole_staff_codes_guessed_total',
    help: 'Sign-ins refused because a correct password was followed by too many wrong codes.',
  }),
});
