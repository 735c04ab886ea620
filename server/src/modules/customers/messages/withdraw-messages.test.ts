import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { testMail, testPurpose } from '#test/fixtures/test-messages';
import { useHarness } from '#test/harness';
import { gate } from '#test/until';
import { addDoNotContact } from '../do-not-contact/do-not-contact.ts';
import { queueMessage, withdrawMessages } from './queue-message.ts';

const harness = useHarness();
const email = 'owner@example.com';

/** Messages to one customer about these subjects, each due a second after the previous one. */
async function givenMessages(...subjects: readonly string[]): Promise<void> {
  for (const subjectId of subjects) {
    const content = { channel: 'email', to: email, mail: testMail() } as const;
    await transact(harness.current.ctx, async (tx) => queueMessage(tx, { purpose: testPurpose, subjectId, content }));
    harness.current.clock.advance(1);
  }
}

const statement = (text: string) => ({ text, values: [] });

describe('messages that must not leave', () => {
  it('messages canceled for their customer and their consultations at the same time do not deadlock', async () => {
    const { ctx } = harness.current;
    await givenMessages('case-1', 'case-1', 'case-2');
    // The first is due last: a long queue is read in due order, the messages of a consultation in table order.
    await ctx.db.many(
      statement(`update customers.messages set due_at = due_at - interval '1 hour'
        where id > (select min(id) from customers.messages)`),
    );
    const [locked, goOn] = [gate(), gate()];
    const other = transact(ctx, async (tx) => {
      await tx.db.many(statement("select id from customers.messages where subject_id = 'case-2' for update"));
      locked.open();
      await goOn.opened;
    });
    await locked.opened;
    const suppression = transact(ctx, async (tx) =>
      addDoNotContact(tx, { email, phone: undefined }, { how: 'staff', subjectIds: [] }),
    );
    await untilBlocked(ctx.db, 1);
    const ended = transact(ctx, async (tx) => {
      tx.db.write(statement('set local enable_indexscan = off'));
      tx.db.write(statement('set local enable_bitmapscan = off'));
      withdrawMessages(tx, ['case-1']);
    });
    await untilBlocked(ctx.db, 2);
    goOn.open();
    await Promise.all([other, suppression, ended]);
    const rows = await ctx.db.many<{ state: string }>(statement('select distinct state from customers.messages'));
    expect(rows).toEqual([{ state: 'failed' }]);
  });
});
