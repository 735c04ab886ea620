import { beforeAll, describe, expect, it } from 'vitest';
import { consumeDiscount } from '#modules/customers';
import { transact } from '#platform/db';
import { givenAgent } from '#testing/agents';
import { recordTransactions } from '#test/database/record-transactions';
import { useHarness } from '#test/harness';
import { authenticatePollToken } from './receipt.ts';
import {
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  poll,
  press,
  submit,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
let created: CreatedReceipt;
beforeAll(async () => {
  team = await givenTeam(harness.current);
  created = await givenIntake(harness.current, { external_ref: 'mine' });
});

const ask = (id: string, headers: Record<string, string> = {}) =>
  harness.current.call('GET', `/api/agent/v1/intakes/${id}`, { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const refused = { error: 'A valid credential is required.', code: 'unauthorized' };

it('an id or a link in an unknown format is rejected without a query', async () => {
  const { transactions, stop } = recordTransactions();
  const answers = [
    await ask(`int_${'0'.repeat(32)}`, bearer('no token')),
    await ask('int_short', bearer('no-token')),
    await harness.current.call('GET', `/c/${'0'.repeat(34)}`),
  ];
  stop();
  expect([answers.map(({ status }) => status), transactions]).toEqual([[401, 404, 404], []]);
});

describe('polling', () => {
  it('polling with the poll token returns the receipt, without the token [A-POLL-001, A-POLL-002, A-RECEIPT-016]', async () => {
    const { status, body, headers } = await poll(harness.current, created);
    const { poll_token: _once, ...receipt } = created;
    expect(status).toBe(200);
    expect(body).toStrictEqual(receipt);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('polling without a credential is refused, whatever the id [A-POLL-003]', async () => {
    for (const id of [created.intake_id, 'doesnotexist']) {
      for (const headers of [{}, { authorization: '' }, { authorization: 'Basic eDp5' }, { authorization: 'Bearer' }]) {
        const { status, body, headers: answered } = await ask(id, headers);
        expect([status, body]).toEqual([401, refused]);
        expect(answered.get('www-authenticate')).toBe('Bearer realm="agent"');
      }
    }
  });

  it('polling with a wrong token is refused, even with another intake’s [A-POLL-004]', async () => {
    const other = await givenIntake(harness.current);
    const wrong = [
      'svc_poll_wrong',
      other.poll_token,
      created.poll_token.slice(0, -1),
      `${created.poll_token}x`,
      created.poll_token.toLowerCase(),
      created.intake_id,
    ];
    for (const token of wrong) {
      const { status, body } = await ask(created.intake_id, bearer(token));
      expect([token, status, body]).toEqual([token, 401, refused]);
    }
  });

  it('polling an unknown intake gets 404 with any credential [A-POLL-005]', async () => {
    const { key } = await givenAgent(harness.current);
    for (const token of [created.poll_token, 'svc_poll_wrong', key, 'x']) {
      for (const id of [
        'doesnotexist',
        'int_000000000000000000000000',
        created.intake_id.toLowerCase(),
        '%00',
        'x'.repeat(500),
      ]) {
        const { status, body } = await ask(id, bearer(token));
        expect([id, status, body.code]).toEqual([id, 404, 'not_found']);
      }
    }
  });

  it('polling an anonymous intake needs its poll token: no key, no other token, no Idempotency-Key [A-POLL-006]', async () => {
    const { key } = await givenAgent(harness.current);
    const named = { 'idempotency-key': 'mine' };
    const { body: anonymous } = await submit(harness.current, minimalIntake(), { headers: named });
    const id = anonymous.intake_id;
    expect((await ask(id, named)).status).toBe(401);
    expect((await ask(id, { ...bearer(key), ...named })).status).toBe(401);
    expect((await ask(id, bearer(team.token))).status).toBe(401);
    expect((await ask(id, bearer('mine'))).status).toBe(401);
    expect((await ask(id, bearer(anonymous.poll_token))).status).toBe(200);
  });

  it('polling a registered agent’s intake works with any key of that agent, even a rotated one, and with no other agent’s', async () => {
    const [mine, other] = [await givenAgent(harness.current), await givenAgent(harness.current)];
    const { body } = await submit(harness.current, minimalIntake(), { token: mine.key });
    expect((await ask(body.intake_id, bearer(mine.key))).status).toBe(200);
    expect((await ask(body.intake_id, bearer(other.key))).status).toBe(401);
    const rotated = await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token: mine.key });
    expect((await ask(body.intake_id, bearer(mine.key))).status).toBe(401);
    expect((await ask(body.intake_id, bearer(rotated.body.api_key))).status).toBe(200);
  });

  it('polling continues to work with the poll token when the agent is suspended', async () => {
    const { key, principalId } = await givenAgent(harness.current);
    const { body } = await submit(harness.current, minimalIntake(), { token: key });
    await team.post(`/agents/${principalId}/status`, { status: 'suspended' });
    expect((await ask(body.intake_id, bearer(key))).status).toBe(401);
    expect((await ask(body.intake_id, bearer(body.poll_token))).status).toBe(200);
  });

  it('polling shows the current status after each change [A-POLL-007]', async () => {
    const { harness: one } = { harness: harness.current };
    const followed = await givenIntake(one);
    const statuses: string[] = [];
    const see = async () => statuses.push((await poll(one, followed)).body.status);
    await see();
    await one.sendMessages();
    await see();
    await team.call(followed.intake_id, 'no_answer');
    await see();
    await press(one, followed, 'confirm');
    await see();
    await team.start(followed.intake_id);
    await see();
    expect(statuses).toEqual([
      'received',
      'welcome_sent',
      'contact_attempted',
      'customer_confirmed',
      'consultation_active',
    ]);
  });

  it('polling sends nothing to a client with the current receipt, and everything after each change', async () => {
    const one = harness.current;
    const followed = await givenIntake(one);
    const known = (tag: string) => ask(followed.intake_id, { ...bearer(followed.poll_token), 'if-none-match': tag });
    const first = await poll(one, followed);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await known(given);
      expect([given, status, text, headers.get('etag'), headers.get('content-type')]).toEqual([
        given,
        304,
        '',
        tag,
        null,
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    await one.sendMessages();
    const changed = await known(tag);
    expect([changed.status, changed.body.status]).toEqual([200, 'welcome_sent']);
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect((await known(changed.headers.get('etag') ?? '')).status).toBe(304);
  });

  it('a receipt with the discount counts as changed once another case has used it', async () => {
    const { ctx } = harness.current;
    const email = newEmail();
    const followed = await givenIntake(harness.current, { customer: { email } });
    const tag = (await poll(harness.current, followed)).headers.get('etag') ?? '';
    const text = 'select consultation_id as id from intakes.intakes where id = $1';
    const consultation = await ctx.db.find<{ id: string }>({ text, values: [followed.intake_id] });
    const contacts = { email, phone: undefined };
    const used = { consultationId: consultation?.id ?? '', contacts };
    expect(await transact(ctx, (tx) => consumeDiscount(tx, used))).toBe(true);
    const headers = { ...bearer(followed.poll_token), 'if-none-match': tag };
    const { status, body } = await ask(followed.intake_id, headers);
    expect([status, body.pricing.discount.applied]).toEqual([200, false]);
  });

  it('polling refuses a wrong credential whatever the client has cached', async () => {
    const tag = (await poll(harness.current, created)).headers.get('etag') ?? '';
    const wrong = await ask(created.intake_id, { ...bearer('svc_poll_wrong'), 'if-none-match': tag });
    expect([wrong.status, wrong.headers.get('etag')]).toEqual([401, null]);
    expect((await ask(created.intake_id, { 'if-none-match': '*' })).status).toBe(401);
  });

  it('polling answers HEAD with 304 for a client with the current receipt', async () => {
    const path = `/api/agent/v1/intakes/${created.intake_id}`;
    const { headers } = await harness.current.call('HEAD', path, { token: created.poll_token });
    const known = { ...bearer(created.poll_token), 'if-none-match': headers.get('etag') ?? '' };
    expect((await harness.current.call('HEAD', path, { headers: known })).status).toBe(304);
  });

  it('polling works as long as the intake is stored: the token does not expire', async () => {
    const existing = await givenIntake(harness.current, { customer: { email: newEmail() } });
    harness.current.clock.advance(700 * 86_400);
    expect((await poll(harness.current, existing)).status).toBe(200);
  });

  it('polling answers HEAD like GET, without a body, and other methods with 405', async () => {
    const path = `/api/agent/v1/intakes/${created.intake_id}`;
    const head = await harness.current.call('HEAD', path, { token: created.poll_token });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await harness.current.call(method, path, { token: created.poll_token });
      expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET, HEAD', 'invalid_request']);
    }
  });
});

it('a transaction begun with a poll token is not committed once the token is gone', async () => {
  const { ctx } = harness.current;
  const { intake_id: id, poll_token: token } = await givenIntake(harness.current);
  const request = await authenticatePollToken(ctx, `Bearer ${token}`, '192.0.2.1');
  const note = { text: 'insert into platform.data_keys (id) values ($1)', values: [id] };
  await transact(request, async (tx) => tx.db.write(note));
  const late = transact(request, async (tx) => {
    tx.db.write({ ...note, values: [`${id} late`] });
    await ctx.db.many({ text: 'delete from intakes.poll_tokens where intake_id = $1', values: [id] });
  });
  await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
  const { rows } = await ctx.db.pool.query('select id from platform.data_keys where id like $1', [`${id}%`]);
  expect(rows).toEqual([{ id }]);
});
