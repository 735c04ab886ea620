import { describe, expect, it } from 'vitest';
import { sampleStatus } from '../workers.ts';
import { getStatus } from '../index.ts';
import { deleteOld } from '#test/database/delete-old';
import { useHarness } from '#test/harness';

const harness = useHarness();

type Found = { webhooks: number; messages: number; readers: boolean | undefined };
const inOrder: Found = { webhooks: 0, messages: 0, readers: true };

const measure = (found: Found) =>
  sampleStatus(harness.current.ctx, {
    webhookWaitS: async () => found.webhooks,
    messageWaitS: async () => found.messages,
    readers: () => found.readers,
  });

const partsOf = async () => {
  const { body } = await harness.current.call('GET', '/developers/status.json');
  return Object.fromEntries(body.parts.map((part: { name: string }) => [part.name, part]));
};

const reportApi = (name: string) =>
  harness.current.owner.pool.query(
    `insert into platform.processes (name, newest_migration) values ($1, '0158') on conflict (name) do update set beat_at = now()`,
    [name],
  );

describe('the status page', () => {
  it('the status page reports that nothing was measured before the first sample', async () => {
    const { status, text } = await harness.current.call('GET', '/developers/status');
    expect(status).toBe(200);
    expect(text).toContain('No sample has been taken yet.');
    for (const part of Object.values(await partsOf())) expect(part).toMatchObject({ state: 'unknown' });
  });

  it('the status page shows the present and the measured minutes, and names the missing ones', async () => {
    const { clock } = harness.current;
    await measure(inOrder);
    expect((await partsOf())['api']).toMatchObject({ state: 'problem', last_24_hours: { measured: 1, ok: 0 } });
    await reportApi('makewhole-api-one');
    clock.advance(60);
    await measure(inOrder);
    // A second worker in the same minute changes nothing.
    await measure({ ...inOrder, webhooks: 1000 });
    clock.advance(60);
    await measure({ webhooks: 500, messages: 119, readers: undefined });
    // No samples for three minutes.
    clock.advance(240);
    await measure({ webhooks: 0, messages: 0, readers: false });
    const parts = await partsOf();
    expect(parts['api']).toMatchObject({ state: 'ok', last_24_hours: { measured: 4, ok: 3, unmeasured: 2 } });
    expect(parts['webhooks']).toMatchObject({ state: 'ok', last_90_days: { measured: 4, ok: 3 } });
    expect(parts['webhooks'].days).toEqual([{ day: '2026-11-15', minutes: 1 }]);
    expect(parts['messages']).toMatchObject({ state: 'ok', last_24_hours: { measured: 4, ok: 4 } });
    expect(parts['readers']).toMatchObject({ state: 'problem', last_24_hours: { measured: 3, ok: 2 } });
    const { text } = await harness.current.call('GET', '/developers/status');
    for (const words of [
      'Not in order: Reading of reports.',
      '3 of 4 minutes in order; 2 not measured',
      'Uploads are refused',
    ])
      expect(text).toContain(words);
    const twin = await harness.current.call('GET', '/developers/status.md');
    expect(twin.text).toContain('3 of 4 minutes in order; 2 not measured');
    clock.advance(600);
    for (const part of Object.values(await partsOf())) expect(part).toMatchObject({ state: 'unknown' });
  });

  it('the status page counts only processes that answer requests and reported lately', async () => {
    const { owner, clock } = harness.current;
    await owner.pool.query('delete from platform.processes');
    await reportApi('makewhole-worker-two');
    await reportApi('makewhole-api-three');
    await owner.pool.query(
      `update platform.processes set beat_at = now() - interval '1 minute' where name like '%three'`,
    );
    clock.advance(60);
    await measure(inOrder);
    expect((await partsOf())['api']).toMatchObject({ state: 'problem' });
  });

  it('the status page drops samples older than 90 days', async () => {
    const { ctx, clock, owner } = harness.current;
    clock.advance(91 * 86_400);
    await measure(inOrder);
    expect(await deleteOld(ctx, 'status.samples', 2)).toBe(2);
    while ((await deleteOld(ctx, 'status.samples')) > 0);
    const { rows } = await owner.pool.query('select count(*)::integer as count from status.samples');
    expect(rows).toEqual([{ count: 1 }]);
    expect((await getStatus(ctx)).parts[0]?.last_90_days.measured).toBe(1);
  });
});

describe('without a mail server', () => {
  const mailless = useHarness({ SMTP_URL: '' });

  it('the status page does not report mail as ok without a mail server', async () => {
    const { call, ctx } = mailless.current;
    await sampleStatus(ctx, { webhookWaitS: async () => 0, messageWaitS: async () => 0, readers: () => true });
    const { body } = await call('GET', '/developers/status.json');
    const messages = body.parts.find(({ name }: { name: string }) => name === 'messages');
    expect(messages.state).toBe('not_configured');
    const { text } = await call('GET', '/developers/status.md');
    expect(text).toContain('| Mail and texts | Not configured | no mail server | no mail server |');
    expect(text).toContain('| Database | In order |');
    expect(text).toContain('This installation has no mail server');
  });
});
