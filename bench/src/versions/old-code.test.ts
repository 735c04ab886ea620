import { expect, it } from 'vitest';
import { findAllowance } from './allowed.ts';
import { isStrictPrefix } from './old-code.ts';

it('takes a version whose migrations are the first of today’s, and no other', () => {
  const today = ['0001-a', '0002-b', '0003-c'];
  expect(isStrictPrefix(['0001-a', '0002-b'], today)).toBe(true);
  expect(isStrictPrefix(today, today)).toBe(false);
  expect(isStrictPrefix(['0001-a', '0003-c'], today)).toBe(false);
  expect(isStrictPrefix([], today)).toBe(false);
});

it('allows a table with all its columns, and nothing that only begins like it', () => {
  const isAllowed = (name: string, oldNewest = '0100-x', flow = 'an owner declines') =>
    findAllowance({ name, flow }, oldNewest) !== undefined;
  expect(isAllowed('market.models.make_key')).toBe(true);
  expect(isAllowed('market.models_of_another_kind')).toBe(false);
  expect(isAllowed('intakes.intakes.vin')).toBe(false);
  expect(isAllowed('access.agent_keys.last_used_at')).toBe(true);
  expect(isAllowed('access.agent_keys.last_used_at', '0100-x', 'an agent registers')).toBe(false);
  expect(isAllowed('webhooks.finished_deliveries.body', '0095-x')).toBe(true);
  expect(isAllowed('webhooks.finished_deliveries.body', '0100-x')).toBe(false);
});
