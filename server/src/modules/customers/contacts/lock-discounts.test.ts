import { expect, it } from 'vitest';
import { transact } from '#platform/db';
import { newEmail } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { grantDiscount } from '../discounts/discounts.ts';

const harness = useHarness();

it('discounts of tests and of live customers do not wait for each other', async () => {
  const { ctx } = harness.current;
  const grant = (test: boolean, during?: () => Promise<void>) =>
    transact(ctx, async (tx) => {
      await tx.db.many({ text: "set local lock_timeout = '2s'", values: [] });
      grantDiscount(tx, { email: newEmail(), phone: undefined, test }, { source: 'agent_intake' });
      await tx.db.many({ text: 'select 1', values: [] });
      await during?.();
    });
  await expect(grant(false, () => grant(true))).resolves.toBeUndefined();
  await expect(grant(true, () => grant(false))).resolves.toBeUndefined();
});
