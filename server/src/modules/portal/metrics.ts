import type { MetricFactory } from '#platform/telemetry';

export const portalUsersMetrics = ({ counter }: MetricFactory) => ({
  signIns: counter({
    name: 'makewhole_portal_sign_ins_total',
    help: 'Sign-ins to the partner portal with a password, by outcome (in, refused, wait, crowded) and by whether the device is known.',
    labelNames: ['outcome', 'device'],
  }),
});
