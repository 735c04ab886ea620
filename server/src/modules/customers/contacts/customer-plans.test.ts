import { describe, expect, it } from 'vitest';
import { minimalIntake, newEmail, newPhone, poll, submit, type CreatedReceipt } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { budgetsOf } from '#test/fixtures/test-settings';

// One connection, so that its plans can be read.
const harness = useHarness({ DATABASE_POOL_SIZE: '1', budgets: budgetsOf({ email: { recipientDay: 1000 } }) });

const submitOne = async (): Promise<CreatedReceipt> => {
  const { status, body } = await submit(
    harness.current,
    minimalIntake({ customer: { email: newEmail(), phone: newPhone() } }),
  );
  expect(status).toBe(201);
  return body as CreatedReceipt;
};

const query = <Row>(text: string): Promise<Row[]> => harness.current.apiDb.many<Row>({ text, values: [] });

/** PostgreSQL plans a statement anew for its first five calls, and then keeps a generic plan if that is as good. */
const plannedAnew = 5;

describe('customer queries', () => {
  it('customer queries are planned once per connection, when an intake is submitted and when it is polled', async () => {
    for (let turn = 0; turn < 12; turn += 1) await poll(harness.current, await submitOne());
    const statements = await query<{ name: string; custom_plans: string; generic_plans: string }>(
      'select name, custom_plans, generic_plans from pg_prepared_statements',
    );
    const often = statements.filter((one) => Number(one.custom_plans) + Number(one.generic_plans) >= 12);
    expect(often.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'customers.find-facts',
        'customers.find-held-by',
        'customers.find-own-discounts',
        'intakes.find-polled',
      ]),
    );
    expect(often.filter(({ custom_plans: plans }) => Number(plans) > plannedAnew).map(({ name }) => name)).toEqual([]);
  });

  it('customer queries use indexes only, even if planned when the tables were empty', async () => {
    const tables = ['messages', 'budgets', 'discounts', 'discount_links', 'do_not_contact'];
    const wholeReads = async () => {
      await query('select pg_stat_force_next_flush()');
      return query(
        `select relname, seq_scan from pg_stat_user_tables
         where schemaname = 'customers' and relname in (${tables.map((name) => `'${name}'`).join(', ')}) order by 1`,
      );
    };
    await submitOne();
    const before = await wholeReads();
    expect(before).toHaveLength(tables.length);
    await poll(harness.current, await submitOne());
    expect(await wholeReads()).toEqual(before);
  });
});
