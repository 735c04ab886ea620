import { afterEach, describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/db';
import { minimalIntake, submit } from '#testing/intakes';
import { startHarness, useHarness } from '#test/harness';
import { givenMessage, messageRows } from '../testing.ts';

const harness = useHarness();

afterEach(() => harness.current.mailbox.behave('accept'));

const eventTypes = async (subjectId: string) => {
  const rows = await harness.current.ctx.db.many(
    typed(sql.selectFrom('events.events').select('type').where('subject_id', '=', subjectId).orderBy('place')),
  );
  return rows.map((row) => row.type);
};

describe('sending messages', () => {
  it('a queued message is sent once, and its source is notified in the same transaction', async () => {
    const { body } = await submit(harness.current);
    await harness.current.sendMessages();
    await harness.current.sendMessages();
    expect(await messageRows(harness.current, body.intake_id)).toMatchObject([
      { state: 'sent', attempt: 1, last_failure: null, finished_at: harness.current.clock.now() },
    ]);
    expect(await eventTypes(body.intake_id)).toEqual(['intake.received', 'intake.welcome_sent']);
  });

  it('the sent state is rolled back when the reaction fails', async () => {
    const { body } = await submit(harness.current);
    await harness.current.owner.pool.query('alter table events.events rename to events_away');
    await expect(harness.current.sendMessages()).rejects.toMatchObject({ code: '42P01' });
    await harness.current.owner.pool.query('alter table events.events_away rename to events');
    expect(await messageRows(harness.current, body.intake_id)).toMatchObject([{ state: 'claimed', finished_at: null }]);
    expect(await eventTypes(body.intake_id)).toEqual(['intake.received']);
    await harness.current.owner.pool.query('truncate customers.messages');
  });

  it('a message that the mail server refused permanently is not retried', async () => {
    harness.current.mailbox.behave('refuse');
    const { body } = await submit(harness.current);
    await harness.current.sendMessages();
    expect(await messageRows(harness.current, body.intake_id)).toMatchObject([
      { state: 'failed', attempt: 1, last_failure: 'refused 550', finished_at: harness.current.clock.now() },
    ]);
    harness.current.mailbox.behave('accept');
    harness.current.clock.advance(7 * 86_400);
    await harness.current.sendMessages();
    expect((await messageRows(harness.current, body.intake_id))[0]?.attempt).toBe(1);
    expect(await eventTypes(body.intake_id)).toEqual(['intake.received']);
  });

  it('a message is retried after 1 m, 5 m, 30 m, 2 h, 8 h and 24 h, and has failed after the seventh attempt', async () => {
    const { clock, mailbox } = harness.current;
    mailbox.behave('busy');
    const { subjectId } = await givenMessage(harness.current);
    const row = async () => (await messageRows(harness.current, subjectId))[0];
    await harness.current.sendMessages();
    for (const [index, seconds] of [60, 300, 1800, 7200, 28_800, 86_400].entries()) {
      expect(await row()).toMatchObject({ state: 'waiting', attempt: index + 1, last_failure: 'unavailable 451' });
      clock.advance(seconds - 1);
      await harness.current.sendMessages();
      expect((await row())?.attempt, `one second before retry ${index + 1}`).toBe(index + 1);
      clock.advance(1);
      await harness.current.sendMessages();
      expect((await row())?.attempt, `at retry ${index + 1}`).toBe(index + 2);
    }
    expect(await row()).toMatchObject({ state: 'failed', attempt: 7, last_failure: 'unavailable 451' });
    clock.advance(365 * 86_400);
    await harness.current.sendMessages();
    expect((await row())?.attempt).toBe(7);
  });

  it('a retry is sent when the server is back, with the Message-ID of the first attempt', async () => {
    const { clock, mailbox } = harness.current;
    mailbox.behave('busy');
    const { subjectId, to } = await givenMessage(harness.current);
    await harness.current.sendMessages();
    mailbox.behave('accept');
    clock.advance(60);
    await harness.current.sendMessages();
    const [row] = await messageRows(harness.current, subjectId);
    expect(row).toMatchObject({ state: 'sent', attempt: 2, last_failure: null });
    expect(mailbox.to(to).map(({ mail }) => mail.messageId)).toEqual([`<${row?.id}@makewhole.test>`]);
  });

  it('a failure is stored as its kind and number only, without the sentence that may quote the address', async () => {
    harness.current.mailbox.behave('refuse');
    const { subjectId } = await givenMessage(harness.current);
    await harness.current.sendMessages();
    expect((await messageRows(harness.current, subjectId))[0]?.last_failure).toMatch(/^[a-z]+ \d{3}$/);
  });

  it('a missing mail server counts as unavailable, and the message is retried', async () => {
    const away = await startHarness({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const { subjectId } = await givenMessage(away);
      await away.sendMessages();
      expect(await messageRows(away, subjectId)).toMatchObject([
        { state: 'waiting', attempt: 0, last_failure: 'unavailable' },
      ]);
    } finally {
      await away.close();
    }
  });
});

describe('a message that cannot be decrypted', () => {
  it('an undecryptable message gets the usual number of attempts, then fails, and does not delay others', async () => {
    const { ctx, clock } = harness.current;
    const { subjectId } = await givenMessage(harness.current);
    await ctx.db.pool.query("update customers.messages set encrypted_content = '\\x00' where subject_id = $1", [
      subjectId,
    ]);
    const other = await givenMessage(harness.current);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await harness.current.sendMessages();
      clock.advance(86_400);
    }
    expect(await messageRows(harness.current, subjectId)).toMatchObject([{ state: 'failed', attempt: 7 }]);
    expect(harness.current.mailbox.to(other.to)).toHaveLength(1);
  });
});

describe('messages without a transport', () => {
  const unset = useHarness({ SMTP_URL: '' });

  it('emails without a transport are stored as not_configured, and no source is notified that they were sent', async () => {
    const { body } = await submit(unset.current, minimalIntake());
    await unset.current.sendMessages();
    expect(await messageRows(unset.current, body.intake_id)).toMatchObject([
      { channel: 'email', state: 'not_configured', attempt: 1, last_failure: null },
    ]);
    const { body: polled } = await unset.current.call('GET', `/api/agent/v1/intakes/${body.intake_id}`, {
      token: body.poll_token,
    });
    expect(polled.status).toBe('received');
    expect(unset.current.mailbox.received).toEqual([]);
  });

  it('texts without a configured provider are stored', async () => {
    const content = { channel: 'text', to: '+14155550123', text: 'Synthetic text.' } as const;
    const { subjectId } = await givenMessage(unset.current, { content });
    await unset.current.sendMessages();
    expect(await messageRows(unset.current, subjectId)).toMatchObject([{ channel: 'text', state: 'not_configured' }]);
  });
});
