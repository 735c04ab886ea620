import { describe, expect, it, onTestFinished } from 'vitest';
import { messageOwners } from '#app/message-sources';
import { startOpensmtpd } from '#test/doubles/opensmtpd';
import { startScriptedSmtp } from '#test/doubles/scripted-smtp';
import { withTestOwner } from '#test/fixtures/test-messages';
import { startHarness } from '#test/harness';
import { freePort } from '#test/processes/processes';
import { until } from '#test/until';
import { customerMetrics } from '../metrics.ts';
import { givenMessage, messageRows } from '../testing.ts';
import { messageQueue } from '../workers.ts';

async function given(count: number) {
  const server = await startScriptedSmtp();
  const harness = await startHarness({ SMTP_URL: server.url });
  onTestFinished(() => harness.close());
  const messages = await Promise.all(Array.from({ length: count }, () => givenMessage(harness)));
  const queue = messageQueue(harness.ctx, withTestOwner(messageOwners));
  /** Runs claimed messages one after the other, up to the limit; returns how many. */
  const work = async (limit: number): Promise<number> => {
    const rows = await queue.claim('worker', limit);
    for (const row of rows) await queue.finish('worker', [{ row, outcome: await queue.run(row) }]);
    return rows.length;
  };
  const rows = async () => {
    const all = await Promise.all(messages.map(({ subjectId }) => messageRows(harness, subjectId)));
    return all.flat();
  };
  const resting = async () => {
    const { values } = await harness.ctx.metrics.of(customerMetrics).transportResting.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.channel, value]));
  };
  return { server, harness, work, rows, resting };
}

describe('a mail server that fails with every message', () => {
  it('a failing mail server is tried a few times and then paused, and no message loses an attempt', async () => {
    const { server, harness, work, rows, resting } = await given(20);
    server.say({ AUTH: '535 5.7.8 the password has expired' });
    expect(await resting()).toEqual({ email: 0, text: 0 });
    expect(await work(10)).toBe(10);
    expect(await resting()).toEqual({ email: 1, text: 0 });
    expect(await work(10)).toBe(0);
    const failures = (await rows()).map(({ state, attempt, last_failure: why }) => [state, attempt, why]);
    const times = (count: number, row: unknown) => Array.from({ length: count }, () => row);
    expect(failures).toEqual(
      expect.arrayContaining([
        ...times(5, ['waiting', 0, 'unavailable 535']),
        ...times(5, ['waiting', 0, 'resting']),
        ...times(10, ['waiting', 0, null]),
      ]),
    );
    expect(harness.logLines.filter((line) => line.includes('customers.transport-resting'))).toHaveLength(1);
    // Another process has another breaker, as this one has after its pause.
    server.say({});
    harness.clock.advance(60);
    await harness.sendMessages();
    expect([server.taken, new Set((await rows()).map(({ state }) => state))]).toEqual([20, new Set(['sent'])]);
  });

  it('an unreachable mail server costs no attempt, and gets the message when it is back', async () => {
    const port = await freePort();
    const harness = await startHarness({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    onTestFinished(() => harness.close());
    const message = await givenMessage(harness);
    await harness.sendMessages();
    expect(await messageRows(harness, message.subjectId)).toMatchObject([{ state: 'waiting', attempt: 0 }]);
    const mailServer = await startOpensmtpd(port);
    harness.clock.advance(60);
    await harness.sendMessages();
    const delivered = await until('the mail', async () => (await mailServer.delivered())[0]);
    expect(delivered.recipient).toBe(message.to);
    expect(await messageRows(harness, message.subjectId)).toMatchObject([{ state: 'sent', attempt: 1 }]);
  });

  it('a mail server that only refuses recipients or defers messages does not count as failing', async () => {
    const { server, work, resting } = await given(12);
    server.say({ RCPT: '450 4.2.0 greylisted' });
    expect(await work(6)).toBe(6);
    server.say({ RCPT: '550 5.1.1 no such user' });
    expect(await work(6)).toBe(6);
    expect(await resting()).toEqual({ email: 0, text: 0 });
  });

  it('a mail server that is down for days costs no attempts: one message is sent when it is back, another is no longer useful', async () => {
    const { server, harness, rows } = await given(1);
    server.say({ CONNECT: '421 4.3.2 try later' });
    const wait = async () => {
      await harness.sendMessages();
      const [row] = await rows();
      return [row?.state, row?.attempt, ((row?.due_at.getTime() ?? 0) - harness.clock.now().getTime()) / 1000];
    };
    expect(await wait()).toEqual(['waiting', 0, 60]);
    harness.clock.advance(120);
    expect(await wait()).toEqual(['waiting', 0, 120]);
    harness.clock.advance(3 * 86_400);
    expect(await wait()).toEqual(['waiting', 0, 900]);
    const later = await givenMessage(harness);
    harness.clock.advance(5 * 86_400);
    await harness.sendMessages();
    expect((await rows())[0]?.state).toBe('withdrawn');
    server.say({});
    harness.clock.advance(900);
    await harness.sendMessages();
    expect(await messageRows(harness, later.subjectId)).toMatchObject([{ state: 'sent', attempt: 1 }]);
  });
});
