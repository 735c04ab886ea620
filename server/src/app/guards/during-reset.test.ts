import { expect, it } from 'vitest';
import { requireDuringReset } from '#modules/sandbox';

const route = (method: string, config: object) => () =>
  requireDuringReset({ method, url: '/referrals', config: { operation: 'referrals.create', ...config } as never });

it('a writing route without a declared behavior during a reset is not mounted', () => {
  expect(route('POST', {})).toThrow('/referrals');
  expect(route('POST', { duringReset: 'refused' })).not.toThrow();
  expect(route('GET', {})).not.toThrow();
});
