import type { MetricFactory } from '#platform/telemetry';

/** Sign-in metrics. */
export const staffMetrics = ({ counter }: MetricFactory) => ({
  signIns: counter({
    name: 'makewhole_staff_sign_ins_total',
    help: 'Sign-ins with a password, by outcome (in, refused, wait, crowded) and by whether the device is known.',
    labelNames: ['outcome', 'device'],
  }),
  codesGuessed: counter({
    name: 'makewhole_staff_codes_guessed_total',
    help: 'Sign-ins refused because a correct password was followed by too many wrong codes.',
  }),
});
