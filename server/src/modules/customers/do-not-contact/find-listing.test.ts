import { expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { addDoNotContact } from './do-not-contact.ts';

const harness = useHarness();

it('a contact is looked up as it is typed: whether it is listed, since when and why', async () => {
  const { current } = harness;
  const token = await givenStaffToken(current, 'caller');
  const lookUp = async (body: object) => current.call('POST', '/api/staff/v1/do-not-contact/lookup', { token, body });
  const free = { listed: false, since: null, source: null };
  expect((await lookUp({ email: 'nobody@example.com' })).body).toEqual(free);
  await transact(current.ctx, async (tx) =>
    addDoNotContact(tx, { email: undefined, phone: '+12125550147' }, { how: 'text', subjectIds: [] }),
  );
  const now = current.clock.now().toISOString();
  expect((await lookUp({ phone: '(212) 555-0147' })).body).toEqual({ listed: true, since: now, source: 'stop_reply' });
  await current.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email: 'Gone@Example.com' } });
  expect((await lookUp({ email: 'gone@example.com' })).body).toEqual({ listed: true, since: now, source: 'staff' });
  for (const body of [{}, { email: 'x' }, { phone: '12' }]) expect((await lookUp(body)).status).toBe(400);
  // The audit trail contains none of the typed text.
  const { rows } = await current.ctx.db.pool.query('select e::text as whole from audit.entries e');
  expect(rows.map(({ whole }) => whole).join()).not.toMatch(/example|nobody|gone|5550147|555-0147/i);
});
