import { expect, it } from 'vitest';
import { requireDuringReset } from '#modules/sandbox';

const route = (method: string, config: object) => () =>
  requireDuringReset({ method, url: '/referrals', config: { operation: 'referrals.create', ...config } as never });

it('refuses to mount a route that writes and does not declare what it does during a reset', () => {
  expect(route('POST', {})).toThrow('/referrals');
  expect(route('POST', { duringReset: 'refused' })).not.toThrow();
  expect(route('GET', {})).not.toThrow();
});
