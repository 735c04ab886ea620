import { beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { givenPortalUser } from '../../../server/src/modules/portal/testing.ts';
import { deliver, givenSubscribedEndpoint, useDelivering } from '../../../server/src/modules/webhooks/testing.ts';
import { until } from '../../../server/test/until.ts';
import { createShell, type Shell } from '../../test/shell.ts';
import { notTriggered, triggerPlans } from './trigger-plans.ts';

const delivering = useDelivering();
let shell: Shell;
let endpoint: Awaited<ReturnType<typeof givenSubscribedEndpoint>>;

const permissions = ['events.read', 'deliveries.read', 'deliveries.write', 'requests.read', 'sandbox.write'];

beforeAll(async () => {
  const { harness } = delivering.current;
  endpoint = await givenSubscribedEndpoint(delivering.current, { endpoint: { livemode: false } });
  const user = await givenPortalUser(harness, { institutionId: endpoint.institution, fresh: true });
  const made = await user.call('POST', '/tokens', {
    body: { label: 'synthetic', permissions, modes: ['test'], expires_in_days: 1 },
  });
  const env = { MAKEWHOLE_TOKEN: made.body.token, MAKEWHOLE_INSTITUTION: endpoint.institution };
  shell = createShell({ url: harness.baseUrl, env, now: () => harness.clock.now() });
});

const valuesOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));

describe('mw trigger', () => {
  it.each(Object.keys(triggerPlans))('causes %s', async (type) => {
    const { exitCode, out } = await shell.run(`trigger ${type} --json`);
    expect(exitCode).toBe(0);
    const { object_id } = valuesOf(out)[0];
    // Concurrent writers may delay the log a little.
    await until(`${type} to be in the log`, async () => {
      const { data } = valuesOf((await shell.run('events list --limit 100 --json')).out)[0];
      return data.some(
        (event: { object_id: string; type: string }) => event.object_id === object_id && event.type === type,
      );
    });
  });

  it('covers every type in the log: those it causes, and for the others the reason', async () => {
    const { harness } = delivering.current;
    const { key } = await givenPartner(harness);
    const { body } = await harness.call('GET', '/api/gap/v1/events?type=none', { token: key });
    for (const type of String(body.issues?.[0]?.message ?? '').match(/[a-z_]+\.[a-z_.]+/g) ?? [])
      expect({ ...triggerPlans, ...notTriggered }).toHaveProperty([type]);
    const never = await shell.run('trigger plan.statement.issued');
    expect([never.exitCode, never.err.join('')]).toEqual([1, expect.stringContaining('beginning of each month')]);
    expect((await shell.run('trigger nothing.such')).exitCode).toBe(2);
  });

  it('takes no step for an agent with a live key', async () => {
    const live = createShell({ url: delivering.current.harness.baseUrl, env: { MAKEWHOLE_AGENT_KEY: 'svc_agent_x' } });
    expect((await live.run('trigger welcome --agent --intake int_1')).exitCode).toBe(2);
  });
});

describe('mw events', () => {
  it('lists by pages, gets one as it was sent, and resends it to its endpoint', async () => {
    const { harness, receiver } = delivering.current;
    await shell.run('trigger referral.created');
    await deliver(harness);
    const [page] = valuesOf((await shell.run('events list --limit 1 --json')).out);
    expect([page.data.length, page.has_more]).toEqual([1, true]);
    const next = await shell.run(`events list --limit 1 --cursor ${page.next_cursor}`);
    expect(next.out[0]).not.toContain(page.data[0].id);
    const { id } = page.data[0];
    const got = await shell.run(`events get ${id}`);
    expect(got.out.join('\n')).toContain(`"id": "${id}"`);
    receiver.received.splice(0);
    const again = await shell.run(`events resend ${id} --json`);
    expect([again.exitCode, valuesOf(again.out)[0].resent.length]).toEqual([0, 1]);
    await deliver(harness);
    expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toContain(id);
  });

  it('reports missing objects in words and codes', async () => {
    expect((await shell.run('events get evt_none')).exitCode).toBe(1);
    expect((await shell.run('events resend nothing')).exitCode).toBe(2);
    expect((await shell.run('events list --limit 0')).exitCode).toBe(2);
    const nobody = createShell({ url: delivering.current.harness.baseUrl });
    for (const words of ['events list', 'events get evt_1', 'trigger referral.created', 'logs tail'])
      expect((await nobody.run(words)).exitCode).toBe(3);
  });

  it('of another institution do not exist', async () => {
    const { harness } = delivering.current;
    const [page] = valuesOf((await shell.run('events list --limit 1 --json')).out);
    const stranger = await givenPortalUser(harness, { fresh: true });
    const { body } = await stranger.call('POST', '/tokens', {
      body: { label: 'synthetic', permissions, modes: ['test'], expires_in_days: 1 },
    });
    const env = { MAKEWHOLE_TOKEN: body.token, MAKEWHOLE_INSTITUTION: stranger.institutionId };
    const other = createShell({ url: harness.baseUrl, env });
    expect((await other.run(`events get ${page.data[0].id}`)).exitCode).toBe(1);
    expect((await other.run('events list')).out).toEqual(['No events yet.']);
  });

  it('are printed as they come', async () => {
    let caused: Promise<unknown> | undefined;
    const { exitCode, out } = await shell.run('events tail --json --bodies --since 365d', (line, end) => {
      caused ??= shell.run('trigger plan.enrollment.created');
      if (JSON.parse(line).type === 'plan.enrollment.canceled') end();
    });
    await caused;
    expect(exitCode).toBe(0);
    for (const { id, body } of valuesOf(out)) expect(body.id).toBe(id);
  });
});

describe('mw logs tail', () => {
  it('prints the institution’s calls with their results', async () => {
    const { harness } = delivering.current;
    const { body: key } = await (
      await givenPortalUser(harness, { institutionId: endpoint.institution, fresh: true })
    ).call('POST', '/keys', { body: { label: 'synthetic', role: 'full' } });
    await harness.call('GET', '/api/gap/v1/referrals/ref_none', { token: key.key });
    const lines = await until('the call to be in the log', async () => {
      const { out } = await shell.run('logs tail --once');
      return out.some((line) => line.includes('404')) ? out : undefined;
    });
    expect(lines.join('\n')).toMatch(/404 {2}GET \/api\/gap\/v1\/referrals\/.* ms {2}\w*not_found/);
    expect((await shell.run('logs tail --once --status 5xx')).out).toEqual([]);
    expect((await shell.run('logs tail --status 6xx')).exitCode).toBe(2);
  });
});
