import { expect, it } from 'vitest';
import { useCardHarness } from '#test/doubles/stripe';
import { accept, givenCheckout } from '../testing.ts';
import { reconcileHolds } from './reconcile-hold.ts';

const parts = useCardHarness();

/** More than one round processes. */
const others = 60;

it.each([
  ['hold', 'research', 'check_at'],
  ['saved card', 'representation', 'card_check_at'],
] as const)(
  'a live %s is reconciled in the next round, however many sandbox ones are overdue',
  async (_, product, due) => {
    const { harness } = parts.current;
    const [live, test] = [await givenCheckout(harness), await givenCheckout(harness)];
    for (const checkout of [live, test]) await accept(harness, checkout.path(product));
    await harness.owner.pool.query('update checkout.checkouts set test = true where consultation_id = $1', [
      test.consultationId,
    ]);
    await harness.owner.pool.query(
      `insert into checkout.holds select (jsonb_populate_record(h, jsonb_build_object(
       'id', h.id || n, 'state', 'failed', 'session_id', null, 'setup_session_id', null, '${due}', h.created_at))).*
     from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id, generate_series(1, $2) n
     where c.consultation_id = $1`,
      [test.consultationId, others],
    );
    harness.clock.advance(301);
    const overdue = async () => {
      const { rows } = await harness.owner.pool.query<{ live: number; sandbox: number }>(
        `select count(*) filter (where not c.test)::int as live, count(*) filter (where c.test)::int as sandbox
       from checkout.holds h join checkout.checkouts c on c.id = h.checkout_id where h.${due} <= $1`,
        [harness.clock.now()],
      );
      return rows;
    };
    expect(await overdue()).toEqual([{ live: 1, sandbox: others + 1 }]);
    await reconcileHolds(harness.ctx, 500);
    expect(await overdue()).toEqual([{ live: 0, sandbox: others + 1 - 40 }]);
    await reconcileHolds(harness.ctx, 500);
    expect(await overdue()).toEqual([{ live: 0, sandbox: 0 }]);
  },
);
