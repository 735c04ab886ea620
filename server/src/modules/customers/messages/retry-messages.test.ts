import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { runCommandHere } from '#test/processes/run-command-here';
import { useHarness } from '#test/harness';
import { addDoNotContact } from '../do-not-contact/do-not-contact.ts';
import { givenMessage, messageRows } from '../testing.ts';
import { retryMessages } from './message-history.ts';

const harness = useHarness();

beforeEach(() => harness.current.owner.pool.query('truncate customers.messages'));
afterEach(() => harness.current.mailbox.behave('accept'));

const nothing = { failure: undefined, channel: undefined, since: undefined, confirm: undefined };

/** A message that has failed permanently, for this reason. */
async function givenFailed(failure: string, createdDaysAgo = 0) {
  const message = await givenMessage(harness.current);
  await harness.current.ctx.db.pool.query(
    `update customers.messages set state = 'failed', attempt = 7, last_failure = $2, finished_at = created_at,
       created_at = created_at - make_interval(days => $3) where subject_id = $1`,
    [message.subjectId, failure, createdDaysAgo],
  );
  return message;
}

const stateOf = async ({ subjectId }: { subjectId: string }) => {
  const [row] = await messageRows(harness.current, subjectId);
  return [row?.state, row?.attempt, row?.last_failure];
};

describe('retrying permanently failed messages', () => {
  it('a retry first reports what it would do, and changes nothing without the number of messages', async () => {
    const failed = await givenFailed('unavailable 535');
    const { ctx } = harness.current;
    expect(await retryMessages(ctx, nothing)).toEqual({
      found: 1,
      retried: 0,
      groups: [
        { purpose: 'test.message', channel: 'email', state: 'failed', last_failure: 'unavailable 535', messages: 1 },
      ],
    });
    await expect(retryMessages(ctx, { ...nothing, confirm: 2 })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await stateOf(failed)).toEqual(['failed', 7, 'unavailable 535']);
  });

  it('a retry sends the messages again, with all their attempts', async () => {
    const failed = await givenFailed('unavailable 535');
    expect(await retryMessages(harness.current.ctx, { ...nothing, confirm: 1 })).toMatchObject({ retried: 1 });
    expect(await stateOf(failed)).toEqual(['waiting', 0, null]);
    await harness.current.sendMessages();
    expect(await stateOf(failed)).toEqual(['sent', 1, null]);
    expect(harness.current.mailbox.to(failed.to)).toHaveLength(1);
    expect(await retryMessages(harness.current.ctx, nothing)).toMatchObject({ found: 0 });
  });

  it("a retry includes recipients' refusals only when they are named, and never recipients' stops", async () => {
    const [refused, wrongly] = [await givenFailed('refused 550'), await givenFailed('refused 535')];
    const stopped = await givenFailed('suppressed');
    const bounced = await givenFailed('address_bounced');
    const { ctx } = harness.current;
    expect(await retryMessages(ctx, nothing)).toMatchObject({ found: 0 });
    const named = { ...nothing, failure: 'refused 535', confirm: 1 };
    expect(await retryMessages(ctx, named)).toMatchObject({ retried: 1 });
    await expect(retryMessages(ctx, { ...nothing, failure: 'suppressed' })).rejects.toMatchObject({ status: 400 });
    await expect(retryMessages(ctx, { ...nothing, channel: 'fax' })).rejects.toMatchObject({ status: 400 });
    expect((await stateOf(wrongly))[0]).toBe('waiting');
    for (const message of [refused, stopped, bounced]) expect((await stateOf(message))[0]).toBe('failed');
  });

  it('a retry leaves older messages alone, and repeats all checks at sending', async () => {
    const [old, older] = [await givenFailed('internal', 6), await givenFailed('internal', 8)];
    const stopped = await givenFailed('internal');
    const { ctx } = harness.current;
    await transact(ctx, async (tx) =>
      addDoNotContact(tx, { email: stopped.to, phone: undefined }, { how: 'staff', subjectIds: [] }),
    );
    expect(await retryMessages(ctx, { ...nothing, confirm: 2 })).toMatchObject({ retried: 2 });
    await harness.current.sendMessages();
    expect([await stateOf(old), await stateOf(older), await stateOf(stopped)]).toEqual([
      ['sent', 1, null],
      ['failed', 7, 'internal'],
      ['failed', 1, 'suppressed'],
    ]);
    const since = new Date(harness.current.clock.now().getTime() - 9 * 86_400_000);
    await retryMessages(ctx, { ...nothing, since, confirm: 1 });
    await harness.current.sendMessages();
    expect((await stateOf(older))[0]).toBe('withdrawn');
  });

  it('a retry is a command that writes a row of the audit trail', async () => {
    const failed = await givenFailed('unavailable 535');
    // The command runs in real time, so the message must too.
    await harness.current.ctx.db.pool.query('update customers.messages set created_at = now()');
    const run = (...words: string[]) => runCommandHere(harness.current.config, ['messages', 'retry', ...words]);
    expect(await run()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was changed. To send these messages again, add --confirm 1'),
    });
    expect((await run('--confirm', '7')).code).toBe(1);
    expect((await run('--since', 'yesterday')).stderr).toContain('--since must be a date');
    const audited = async () => {
      const text = `select count(*)::int as rows from audit.entries where operation = 'customers.retry-messages'`;
      return (await harness.current.ctx.db.find<{ rows: number }>({ text, values: [] }))?.rows;
    };
    expect(await audited()).toBe(0);
    expect((await run('--confirm', '1')).stdout).toContain('1 messages will be sent again.');
    expect([(await stateOf(failed))[0], await audited()]).toEqual(['waiting', 1]);
  });
});
