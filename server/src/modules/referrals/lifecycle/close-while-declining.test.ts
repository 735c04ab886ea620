import { expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { eventTypes, givenReferral } from '../testing.ts';

const harness = useHarness();

it('a referral is closed while its borrower asks by phone not to be contacted', async () => {
  const { ctx } = harness.current;
  const token = await givenStaffToken(harness.current);
  const post = (path: string, body: unknown) => harness.current.call('POST', `/api/staff/v1${path}`, { token, body });
  const { key } = await givenPartner(harness.current, { livemode: true });
  const { id } = await givenReferral(harness.current, key);
  // Accepted before the invitation is sent, so that there is a message to withdraw.
  expect((await post(`/referrals/${id}/activate`, {})).status).toBe(200);
  const found = await ctx.db.find<{ id: string }>({
    text: 'select id from consultations.consultations where source_id = $1',
    values: [id],
  });
  // Another transaction is writing the same address, and both writers below wait for it.
  const [held, goOn] = [gate(), gate()];
  const other = transact(ctx, async (tx) => {
    const text = "insert into customers.do_not_contact (contact_hash, source, created_at) values ($1, 'staff', $2)";
    await tx.db.many({ text, values: [tx.vault.fingerprint('person/email/borrower@example.com'), tx.clock.now()] });
    held.open();
    await goOn.opened;
    throw new Error('not after all');
  });
  other.catch(() => undefined);
  await held.opened;
  const call = post(`/queue/${found?.id}/calls`, { outcome: 'do_not_contact' });
  await untilBlocked(ctx.db, 1);
  const close = post(`/referrals/${id}/close`, {});
  await untilBlocked(ctx.db, 2);
  goOn.open();
  const answers = await Promise.all([call, close]);
  // Both wait, and neither fails: the borrower's request closes the referral, so there is nothing left to close.
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await eventTypes(harness.current, id)).filter((type) => type === 'referral.closed')).toHaveLength(1);
});
