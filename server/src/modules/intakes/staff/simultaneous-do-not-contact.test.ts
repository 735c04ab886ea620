import { expect, it } from 'vitest';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { givenIntake, givenTeam, newEmail, newPhone, pressSent } from '../testing.ts';

const harness = useHarness();

it('a customer who stops contact by phone and by STOP at the same moment is recorded both times', async () => {
  const { ctx } = harness.current;
  const team = await givenTeam(harness.current);
  const [email, phone] = [newEmail(), newPhone()];
  const receipt = await givenIntake(harness.current, { customer: { email, phone } });
  await pressSent(harness.current, receipt, { via: 'email' });
  // Another transaction is writing the same address, and both writers below wait for it.
  const [held, goOn] = [gate(), gate()];
  const other = transact(ctx, async (tx) => {
    const text = "insert into customers.do_not_contact (contact_hash, source, created_at) values ($1, 'staff', $2)";
    await tx.db.many({ text, values: [tx.vault.fingerprint(`person/email/${email}`), tx.clock.now()] });
    held.open();
    await goOn.opened;
    throw new Error('not after all');
  });
  other.catch(() => undefined);
  await held.opened;
  const call = team.call(receipt.intake_id, 'do_not_contact');
  await untilBlocked(ctx.db, 1);
  const stop = transact(ctx, async (tx) =>
    addDoNotContact(tx, { email: undefined, phone: `+1${phone}` }, { how: 'stop_reply', subjectIds: [] }),
  );
  await Promise.race([stop, untilBlocked(ctx.db, 2).catch(() => undefined)]);
  goOn.open();
  const [answer] = await Promise.all([call, stop]);
  expect(answer.status).toBe(200);
});
