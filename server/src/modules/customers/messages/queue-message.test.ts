import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { testMail, testPurpose } from '#test/fixtures/test-messages';
import { queueMessage } from './queue-message.ts';
import { givenMessage, messageRows } from '../testing.ts';

const harness = useHarness();

const content = {
  channel: 'email',
  to: 'sealed.owner@example.com',
  mail: testMail('Sealedname, confirm: http://makewhole.test/c/SealedLinkToken', 'Subject of the sealed letter'),
} as const;

describe('queuing a message', () => {
  it('a queued message is encrypted: no byte of the row shows the recipient or the text', async () => {
    const { subjectId } = await givenMessage(harness.current, { content });
    const { rows } = await harness.current.ctx.db.pool.query<{ whole: string; encrypted_content: Buffer }>(
      'select m::text as whole, encrypted_content from customers.messages m where subject_id = $1',
      [subjectId],
    );
    expect(rows).toHaveLength(1);
    for (const secret of [content.to, 'sealed.owner', content.mail.subject, 'SealedLinkToken', 'Sealedname']) {
      expect(rows[0]?.encrypted_content.includes(secret), `sealed ${secret}`).toBe(false);
      expect(rows[0]?.whole, `row ${secret}`).not.toContain(secret);
      expect(rows[0]?.whole, `row in hex ${secret}`).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it("a message's content copied to another row cannot be decrypted", async () => {
    const { ctx, mailbox } = harness.current;
    const first = await givenMessage(harness.current);
    const [source] = await messageRows(harness.current, first.subjectId);
    const other = await givenMessage(harness.current);
    const [target] = await messageRows(harness.current, other.subjectId);
    await ctx.db.pool.query('update customers.messages set encrypted_content = $1 where id = $2', [
      source?.encrypted_content,
      target?.id,
    ]);
    await harness.current.sendMessages();
    expect(mailbox.to(first.to)).toHaveLength(1);
    expect(mailbox.to(other.to)).toEqual([]);
    expect(await messageRows(harness.current, other.subjectId)).toMatchObject([
      { state: 'waiting', attempt: 1, last_failure: 'internal' },
    ]);
  });

  it('no message is queued when the transaction that caused it is rolled back', async () => {
    const refused = transact(harness.current.ctx, async (tx) => {
      queueMessage(tx, { purpose: testPurpose, subjectId: 'sub_rolled_back', content });
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(await messageRows(harness.current, 'sub_rolled_back')).toEqual([]);
  });

  it("queuing reads only its own rows of long tables, with the api's row security", async () => {
    const { ctx, apiDb, owner } = harness.current;
    const { subjectId } = await givenMessage(harness.current);
    await owner.pool.query(
      `insert into customers.messages (id, purpose, subject_id, channel, encrypted_content, contact_hash, recipient_hash, allowance, state, due_at, created_at)
       select 'msg_' || lpad(n::text, 24, '0'), purpose, 'sub_' || n, channel, encrypted_content, sha256(n::text::bytea), sha256(n::text::bytea), allowance,
         'sent', due_at, created_at
       from customers.messages cross join generate_series(1, 3000) as n where subject_id = $1`,
      [subjectId],
    );
    await owner.pool.query('vacuum (analyze) customers.messages');
    // The counts of as many other scopes on that day.
    await owner.pool.query(
      `insert into customers.budgets (day, scope, channel, part, spent)
       select $1::timestamptz at time zone 'UTC', 'address/' || n, 'email', 0, 1 from generate_series(1, 3000) as n`,
      [ctx.clock.now()],
    );
    const read = await transact({ ...ctx, db: apiDb }, async (tx) => {
      queueMessage(tx, { purpose: testPurpose, subjectId: 'sub_among_many', content });
      const [row] = await tx.db.many<{ read: number }>({
        text: `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
               where relid in ('customers.messages'::regclass, 'customers.budgets'::regclass)`,
        values: [],
      });
      return row?.read;
    });
    expect(read).toBeLessThan(20);
    expect(await messageRows(harness.current, 'sub_among_many')).toHaveLength(1);
  });
});
