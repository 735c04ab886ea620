import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenAgent } from '../../../server/src/modules/agents/testing.ts';
import { minimalIntake, press, submit } from '../../../server/src/modules/intakes/testing.ts';
import { deliver, deliverUntilExhausted, useDelivering } from '../../../server/src/modules/webhooks/testing.ts';
import { until } from '../../../server/test/until.ts';
import { createShell, type Shell } from '../../test/shell.ts';

const delivering = useDelivering();

/** The event types received by the developer's own program. */
const received: string[] = [];
const program = createServer((request, response) => {
  const answer = async () => {
    received.push((JSON.parse(await text(request)) as { type: string }).type);
    response.writeHead(204).end();
  };
  void answer();
});
let target = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(program.address() as AddressInfo).port}/`;
});
beforeEach(() => void received.splice(0));
afterAll(() => program.close());

const after = (count: number) => (line: string, end: () => void) => {
  if (line.includes('"ms"') && --count === 0) end();
};

/** An agent with an intake confirmed by its owner: two events. */
async function givenShell({ webhook, send = fetch }: { webhook?: string; send?: typeof fetch } = {}): Promise<Shell> {
  const { harness } = delivering.current;
  const { key } = await givenAgent(harness);
  if (webhook !== undefined)
    await harness.call('PUT', '/api/agent/v1/me/webhook', { token: key, body: { url: webhook } });
  const { body } = await submit(harness, minimalIntake(), { token: key });
  await press(harness, body, 'confirm');
  const now = () => harness.clock.now();
  const shell = createShell({ url: harness.baseUrl, env: { MAKEWHOLE_AGENT_KEY: key }, now, fetch: send });
  await until('both events in the log', async () => {
    const { out } = await shell.run('events list --agent --json');
    return JSON.parse(out[0] ?? '{}').data?.length === 2;
  });
  return shell;
}

/** Loses this many responses with an event's text. */
const lossy = (failures: number): typeof fetch => {
  return async (...request) => {
    if (String(request[0]).includes('/events/evt_') && failures-- > 0) throw new TypeError('fetch failed');
    return fetch(...request);
  };
};

const both = ['intake.received', 'intake.customer_confirmed'];

describe('mw listen --agent', () => {
  it('delivers console events, oldest first, and continues from the printed cursor', async () => {
    const shell = await givenShell();
    const words = `listen --agent --forward-to ${target} --json`;
    const { exitCode, out } = await shell.run(`${words} --since beginning`, after(2));
    expect([exitCode, received]).toEqual([0, both]);
    const { cursor } = JSON.parse(out.at(-1)!);
    received.splice(0);
    const first = JSON.parse(out[0]!).id;
    await shell.run(`${words} --since ${first}`, after(1));
    expect([received, cursor]).toEqual([both.slice(1), JSON.parse(out[1]!).id]);
  });

  it('continues without losing an event when the service fails between the list and an event body', async () => {
    const shell = await givenShell({ send: lossy(2) });
    const { exitCode, out, err } = await shell.run(
      `listen --agent --forward-to ${target} --json --since beginning`,
      after(2),
    );
    expect([exitCode, received]).toEqual([0, both]);
    expect(err.filter((line) => line.includes('Still trying'))).toHaveLength(1);
    expect(JSON.parse(out.at(-1)!)).toMatchObject({ delivered: 2, failed: 0, repeats: 0, failed_from: null });
  });

  it('skips and reports an event that was deleted between the list and its body', async () => {
    let gone: string | undefined;
    const send: typeof fetch = async (...request) => {
      const [, id] = /\/events\/(evt_\w+)/.exec(String(request[0])) ?? [];
      if (id === undefined || id !== (gone ??= id)) return fetch(...request);
      // As the service responds for an unknown event.
      return fetch(String(request[0]).replace(id, 'evt_gone'), request[1]);
    };
    const shell = await givenShell({ send });
    const words = `listen --agent --forward-to ${target} --json --since beginning`;
    const { exitCode, err } = await shell.run(words, after(1));
    expect([exitCode, received]).toEqual([0, both.slice(1)]);
    expect(err.join('\n')).toContain(`${gone} no longer exists`);
  });

  it('does not treat an unknown cursor as the beginning', async () => {
    const shell = await givenShell();
    const { exitCode, err } = await shell.run(`listen --agent --forward-to ${target} --since evt_nothing`);
    expect([exitCode, err.at(-1)]).toEqual([1, expect.stringContaining('evt_nothing is not an event in the log')]);
    expect(received).toEqual([]);
  });

  it('replays what failed, and resends it', async () => {
    const { harness, receiver } = delivering.current;
    receiver.answer((_request, response) => response.writeHead(500).end());
    const shell = await givenShell({ webhook: `https://${receiver.host}/agent` });
    await deliverUntilExhausted(harness);
    const replayed = await shell.run(`listen --agent --failed --since 30d --forward-to ${target} --json`);
    expect([replayed.exitCode, received.toSorted()]).toEqual([0, both.toSorted()]);
    receiver.answer((_request, response) => response.writeHead(204).end());
    receiver.received.splice(0);
    const [line] = (await shell.run('events list --agent --json')).out;
    const { id } = JSON.parse(line!).data[0];
    expect((await shell.run(`events get ${id} --agent`)).out.join('\n')).toContain('exhausted');
    // A missing delivery does not hold up the other.
    const resent = await shell.run(`events resend dlv_none ${id} --agent --json`);
    expect([resent.exitCode, JSON.parse(resent.out[0]!)]).toEqual([
      1,
      { resent: [expect.objectContaining({ new_delivery_id: expect.stringMatching(/^dlv_/) })], refused: ['dlv_none'] },
    ]);
    expect(resent.err.join('\n')).toContain('dlv_none: ');
    await deliver(harness);
    expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toEqual([id]);
  });
});
