import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#lib/tokens/ids';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { givenIntake } from '#testing/intakes';
import { givenWorldAgent, type WorldAgent } from './testing.ts';

let harness: Harness;
let receiver: Receiver;
let routes: ServedRoute[];
let agents: Readonly<Record<string, WorldAgent>>;
let anonymousIntake: string;

beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile };
  const all = await collectRoutes(() => startHarness(env));
  harness = all.started;
  routes = all.routes.filter(
    ({ operation, audience }) => operation?.startsWith('agent-console.') && audience === 'agent',
  );
  const given = { harness, receiver };
  agents = {
    live: await givenWorldAgent(given),
    'live too': await givenWorldAgent(given),
    sandbox: await givenWorldAgent(given, 'sandbox'),
    'sandbox too': await givenWorldAgent(given, 'sandbox'),
  };
  for (const { principalId } of Object.values(agents)) await givenMessage(principalId);
  anonymousIntake = (await givenIntake(harness)).intake_id;
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

const messageIds = new Map<string, string>();

/** A message in a mailbox. Live agents get one too, which the console must not show them. */
async function givenMessage(principalId: string): Promise<void> {
  const id = newId('msg', harness.clock.now());
  const { vault } = harness.ctx;
  const content = { channel: 'email', to: 'o@example.com', subject: 'Synthetic', text: `For ${principalId}`, html: '' };
  await harness.owner.pool.query(
    `insert into customers.messages (id, purpose, subject_id, channel, state, encrypted_content, contact_hash, account_id, created_at, due_at)
     values ($1, 'intake.welcome', 'int_x', 'email', 'sandbox', $2, $3, $4, $5, $5)`,
    [
      id,
      vault.encrypt(JSON.stringify(content), `customers.messages/${id}`),
      vault.fingerprint('o@example.com'),
      principalId,
      harness.clock.now(),
    ],
  );
  messageIds.set(principalId, id);
}

const kinds = ['intake_id', 'event_id', 'delivery_id', 'message_id'] as const;
const idsOf = (agent: WorldAgent): Readonly<Record<string, string>> => ({
  intake_id: agent.intakeId,
  event_id: agent.eventId,
  delivery_id: agent.deliveryId,
  message_id: messageIds.get(agent.principalId) ?? '',
});
const unknownIds = (): Readonly<Record<string, string>> => ({
  intake_id: newId('int', harness.clock.now()),
  event_id: newId('evt', harness.clock.now()),
  delivery_id: newId('dlv', harness.clock.now()),
  message_id: newId('msg', harness.clock.now()),
});

const fill = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'x');

async function ask(agent: WorldAgent, { method, path }: ServedRoute, ids: Readonly<Record<string, string>>) {
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const step = path.endsWith('/steps') ? { raw: 'step=confirm' } : {};
  const sent = method === 'POST' && !path.startsWith('/api/') ? { ...form, ...step } : {};
  const answer = await harness.call(method, fill(path, ids), { token: agent.key, ...sent });
  return { answer, said: neutral(answer, ids) };
}

const neutral = ({ status, text }: Answer, ids: Readonly<Record<string, string>>): string => {
  let said = `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`;
  for (const id of Object.values(ids)) said = said.replaceAll(id, 'ID');
  return said;
};

describe('of another agent', () => {
  it('every id is as unknown as one that nobody has, in every operation and on every page', async () => {
    const named = routes.filter(({ path }) => kinds.some((kind) => path.includes(`:${kind}`)));
    expect(named.length).toBeGreaterThanOrEqual(9);
    let asked = 0;
    for (const [name, agent] of Object.entries(agents)) {
      for (const route of named) {
        const unknown = await ask(agent, route, unknownIds());
        expect([name, route.path, [403, 404].includes(unknown.answer.status)]).toEqual([name, route.path, true]);
        for (const other of Object.values(agents).filter((one) => one !== agent)) {
          const foreign = await ask(agent, route, idsOf(other));
          expect([name, route.path, foreign.said]).toEqual([name, route.path, unknown.said]);
          asked += 1;
        }
      }
    }
    expect(asked).toBe(4 * 3 * named.length);
  });

  it("another agent's data is in no list, whatever the search", async () => {
    const lists = ['/intakes', '/events', '/deliveries', '/mailbox'];
    for (const agent of Object.values(agents)) {
      const others = Object.values(agents).filter((one) => one !== agent);
      const strange = others.flatMap((one) => [...Object.values(idsOf(one)), one.reference, one.principalId, one.path]);
      const questions = others.flatMap((one) => [
        `/intakes?external_ref=${one.reference}`,
        `/events?intake_id=${one.intakeId}`,
        `/deliveries?intake_id=${one.intakeId}`,
        `/deliveries?event_id=${one.eventId}`,
        '/mailbox?about=int_x',
      ]);
      for (const path of [...lists, ...questions, '/webhook', '/settings']) {
        const { text } = await agent.call('GET', path);
        expect([path, strange.filter((id) => text.includes(id))]).toEqual([path, []]);
      }
    }
  });

  it("a case submitted without a key is in no agent's console", async () => {
    for (const agent of Object.values(agents))
      expect((await agent.call('GET', `/intakes/${anonymousIntake}`)).status).toBe(404);
  });
});

describe("an agent's own data", () => {
  it('every operation and page shows an agent its own data, so the tests above do not pass by refusing valid requests', async () => {
    for (const [name, agent] of Object.entries(agents)) {
      for (const route of routes.filter(({ method }) => method === 'GET')) {
        const { answer } = await ask(agent, route, idsOf(agent));
        const closed = route.path.includes('/mailbox') && name.startsWith('live');
        expect([name, route.path, answer.status]).toEqual([name, route.path, closed ? 403 : 200]);
      }
    }
  });
});

describe('requests without a valid credential', () => {
  it('every operation and page refuses a request without a valid credential, in the form of its surface', async () => {
    const headers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer svc_agent_made-up' },
      { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
      { cookie: `__Host-makewhole-agent-console=${'a'.repeat(43)}` },
    ];
    for (const route of routes)
      for (const sent of headers) {
        const answer = await harness.call(route.method, fill(route.path, unknownIds()), { headers: sent });
        expect([route.path, answer.status]).toEqual([route.path, 401]);
      }
  });
});
