import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliver, useDelivering } from '#testing/webhooks';
import { minimalIntake, press, submit } from '#testing/intakes';
import { givenConsoleAgent, givenConsoleBrowser, givenWorldAgent, untilLogged, type WorldAgent } from './testing.ts';

const given = useDelivering();
const h = () => given.current.harness;

let agent: WorldAgent;
let sandbox: WorldAgent;
beforeAll(async () => {
  agent = await givenWorldAgent(given.current);
  sandbox = await givenWorldAgent(given.current, 'sandbox');
});

const get = async (path: string, by = agent) => {
  const answer = await by.call('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

const refuse = (status: number, text = 'no thanks') =>
  given.current.receiver.answer((_request, response) => response.writeHead(status).end(text));

const setWebhook = (token: string, path: string) =>
  h().call('PUT', '/api/agent/v1/me/webhook', {
    token,
    body: { url: `https://${given.current.receiver.host}${path}` },
  });

describe('intakes in the console', () => {
  it('intakes are listed, and found by status and reference', async () => {
    const { data } = await get('/intakes');
    expect(data).toMatchObject([{ intake_id: agent.intakeId, status: 'received', external_ref: agent.reference }]);
    expect((await get(`/intakes?external_ref=${agent.reference}`)).data).toHaveLength(1);
    expect((await get('/intakes?external_ref=other')).data).toEqual([]);
    expect((await get('/intakes?status=declined')).data).toEqual([]);
  });

  it('an intake is shown with its poll receipt, its events in order, and their deliveries', async () => {
    const { body } = await submit(h(), minimalIntake(), { token: agent.key });
    await press(h(), body, 'confirm');
    await deliver(h());
    const path = `/intakes/${body.intake_id}`;
    await untilLogged(h(), { accountId: agent.principalId, intakeId: body.intake_id, count: 2 });
    const shown = await get(path);
    const poll = await h().call('GET', `/api/agent/v1/intakes/${body.intake_id}`, { token: agent.key });
    expect(shown.receipt).toEqual(poll.body);
    expect(shown.events.map(({ type }: { type: string }) => type)).toEqual([
      'intake.received',
      'intake.customer_confirmed',
    ]);
    expect(shown.deliveries.map(({ state }: { state: string }) => state)).toEqual(['succeeded', 'succeeded']);
    expect([shown.livemode, shown.steps_url]).toEqual([true, null]);
  });

  it('a sandbox intake links to its steps', async () => {
    const { livemode, steps_url: url } = await get(`/intakes/${sandbox.intakeId}`, sandbox);
    expect([livemode, url]).toEqual([false, `http://makewhole.test/sandbox/api/intakes/${sandbox.intakeId}/steps`]);
  });
});

describe('events in the console', () => {
  it('events are listed, and shown as they were sent, with their deliveries', async () => {
    const { data } = await get(`/events?type=intake.received&intake_id=${agent.intakeId}`);
    expect(data).toMatchObject([{ id: agent.eventId, type: 'intake.received', intake_id: agent.intakeId }]);
    const event = await get(`/events/${agent.eventId}`);
    expect(JSON.parse(event.body)).toMatchObject({ id: agent.eventId, data: { intake_id: agent.intakeId } });
    expect(event.deliveries).toMatchObject([{ id: agent.deliveryId, state: 'succeeded', attempts: 1 }]);
    const delivery = await get(`/deliveries/${agent.deliveryId}`);
    const { visit } = await givenConsoleBrowser(h(), agent.key);
    expect((await visit(`/deliveries/${agent.deliveryId}`)).text).toContain(
      `href="/agent-console/intakes/${agent.intakeId}"`,
    );
    expect(delivery.body).toBe(event.body);
  });
});

describe('deliveries in the console', () => {
  it('a failed delivery shows the reason, what to do, the request as it was sent, and the response', async () => {
    const one = await givenWorldAgent(given.current);
    refuse(503, 'out of order');
    await submit(h(), minimalIntake(), { token: one.key });
    await deliver(h());
    const failed = await get('/deliveries?failed=yes', one);
    expect(failed.data).toHaveLength(1);
    expect((await get('/deliveries', one)).data).toHaveLength(2);
    const [{ id, last_attempt: last, state }] = failed.data;
    expect([state, last.status, last.cause]).toEqual(['pending', 503, expect.stringContaining('503')]);
    expect(last.advice).toContain('Your server failed');
    const shown = await get(`/deliveries/${id}`, one);
    const sent = given.current.receiver.received.find((got) => got.headers['x-service-delivery'] === id)!;
    expect(shown.body).toBe(sent.body);
    expect(shown.attempts).toMatchObject([{ number: 1, status: 503, answer: 'out of order', advice: last.advice }]);
    const headers: { name: string; value: string }[] = shown.attempts[0].request.headers;
    for (const name of ['x-service-signature', 'x-service-event', 'x-service-delivery', 'content-length'])
      expect(headers.find((header) => header.name === name)?.value).toBe(sent.headers[name]);
    expect(JSON.stringify(shown)).not.toContain('@');
  });

  it('a delivery is resent with the same event and a new id, by the API and by the page', async () => {
    const [first, second] = [
      await agent.call('POST', `/deliveries/${agent.deliveryId}/resend`),
      await (await givenConsoleBrowser(h(), agent.key)).press(`/deliveries/${agent.deliveryId}/resend`),
    ];
    expect([first.status, second.status]).toEqual([200, 303]);
    expect(second.headers.get('location')).toMatch(/^\/agent-console\/deliveries\/dlv_\w{24}\?done=resent$/);
    given.current.receiver.received.splice(0);
    await deliver(h());
    const own = given.current.receiver.received.filter(({ path }) => path === agent.path);
    expect(own.map(({ body }) => JSON.parse(body).id)).toEqual([agent.eventId, agent.eventId]);
    expect(own.map(({ headers }) => headers['x-service-delivery'])).toContain(first.body.delivery_id);
    expect((await get(`/deliveries?event_id=${agent.eventId}`)).data).toHaveLength(3);
  });

  it('deliveries are listed in pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { data: { id: string }[]; next_cursor: string | null } = await get(
        `/deliveries?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual((await get('/deliveries?limit=100')).data.map(({ id }: { id: string }) => id));
  });
});

describe('test events', () => {
  it('a test event is delivered once, signed, in the form of its type, and never counts as a webhook failure', async () => {
    const one = await givenConsoleAgent(h());
    const url = `https://${given.current.receiver.host}/${one.principalId}`;
    const set = await h().call('PUT', '/api/agent/v1/me/webhook', { token: one.key, body: { url } });
    refuse(500);
    const { status, body } = await one.call('POST', '/webhook/test-event', { type: 'intake.declined' });
    expect(status).toBe(200);
    await deliver(h());
    const [sent] = given.current.receiver.received.filter(({ path }) => path === `/${one.principalId}`);
    const event = JSON.parse(sent!.body);
    expect(Object.keys(event)).toEqual(['id', 'object', 'type', 'created_at', 'data']);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{24}$/),
      type: 'intake.declined',
      data: { intake_id: 'int_test00000000000000000000', status: 'declined' },
    });
    expect(sent!.headers['x-service-event']).toBe('intake.declined');
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(sent!.headers['x-service-signature'])) ?? [];
    expect(createHmac('sha256', set.body.secret).update(`${t}.${sent!.body}`).digest('hex')).toBe(v1);
    const shown = (await one.call('GET', `/deliveries/${body.delivery_id}`)).body;
    expect([shown.state, shown.attempts.length, shown.next_attempt_at]).toEqual(['exhausted', 1, null]);
    const tested = (await (await givenConsoleBrowser(h(), one.key)).visit(`/deliveries/${body.delivery_id}`)).text;
    expect([tested.includes('none: this is a test'), tested.includes('/agent-console/intakes/int_')]).toEqual([
      true,
      false,
    ]);
    expect((await one.call('GET', '/webhook')).body.webhook).toMatchObject({ failing_since: null, state: 'untried' });
    expect((await one.call('GET', '/events')).body.data).toEqual([]);
    const missing = await h().call('GET', `/api/agent/v1/intakes/${event.data.intake_id}`, { token: one.key });
    expect(missing.status).toBe(404);
  });

  it('a test event needs a webhook and a known type, and is limited in number', async () => {
    const one = await givenConsoleAgent(h());
    const without = await one.call('POST', '/webhook/test-event', {});
    expect([without.status, without.body.code]).toEqual([409, 'invalid_state']);
    expect((await one.call('GET', '/webhook')).body).toEqual({ livemode: true, webhook: null });
    for (const body of [{ type: 'endpoint.test' }, { type: 'referral.created' }, { kind: 1 }, []])
      expect((await agent.call('POST', '/webhook/test-event', body)).status).toBe(400);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await sandbox.call('POST', '/webhook/test-event', {})).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('test events requested without a body', () => {
  it('a test event without a type has the first type', async () => {
    const one = await givenConsoleAgent(h());
    await setWebhook(one.key, `/${one.principalId}`);
    const { status, body } = await one.call('POST', '/webhook/test-event');
    expect(status).toBe(200);
    expect((await one.call('GET', `/deliveries/${body.delivery_id}`)).body.type).toBe('intake.received');
    const { body: described } = await h().call('GET', '/developers/agent-console/openapi.json');
    const { post } = described.paths['/api/agent-console/v1/webhook/test-event'];
    expect([post.requestBody.required, post.operationId]).toEqual([false, 'sendTestEvent']);
  });

  it('test events are limited per account: another webhook has no new limit, and another agent has its own', async () => {
    const [one, other] = [await givenConsoleAgent(h()), await givenConsoleAgent(h())];
    for (const { key, principalId } of [one, other]) await setWebhook(key, `/${principalId}`);
    for (let count = 0; count < 10; count += 1)
      expect((await one.call('POST', '/webhook/test-event')).status).toBe(200);
    await h().call('DELETE', '/api/agent/v1/me/webhook', { token: one.key });
    await setWebhook(one.key, `/${one.principalId}/again`);
    const refused = await one.call('POST', '/webhook/test-event');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await other.call('POST', '/webhook/test-event')).status).toBe(200);
  });
});

describe('the list of deliveries', () => {
  it('the empty list explains how to set a webhook to agents without one, and offers a test event to the others', async () => {
    const one = await givenConsoleAgent(h());
    const { visit } = await givenConsoleBrowser(h(), one.key);
    const without = (await visit('/deliveries')).text;
    expect(without).toContain('Your agent has no webhook.');
    expect(without).toContain('curl -X PUT http://makewhole.test/api/agent/v1/me/webhook');
    expect(without).not.toContain('test event');
    await setWebhook(one.key, '/hooks');
    const set = (await visit('/deliveries')).text;
    expect(set).toContain('Send a test event');
    expect(set).not.toContain('curl');
    for (const search of ['failed=yes', 'type=intake.expired', 'event_id=evt_none', 'intake_id=int_none'])
      expect((await visit(`/deliveries?${search}`)).text).toContain('No delivery of the last 31 days matches this.');
  });

  it('a truncated search reports how far back it went, and links to the rest of the same search', async () => {
    const one = await givenWorldAgent(given.current);
    const { owner, clock } = h();
    const columns = 'account_id, endpoint_id, event_id, event_type, event_at, state, attempt, created_at';
    const { rowCount } = await owner.pool.query(
      `insert into webhooks.delivery_history (id, ${columns}, finished_at, status, succeeded)
       select 'dlv_' || lpad(n::text, 24, '0'), account_id, id, 'evt_' || lpad(n::text, 24, '0'), 'intake.received',
         $2, case when n = 1 then 'exhausted' else 'succeeded' end, 1, $2::timestamptz + n * interval '1 millisecond', $2,
         case when n = 1 then 500 else 200 end, n > 1
       from webhooks.endpoints, generate_series(1, 4500) as n where account_id = $1`,
      [one.principalId, clock.now()],
    );
    expect(rowCount).toBe(4500);
    const { visit } = await givenConsoleBrowser(h(), one.key);
    const first = (await visit('/deliveries?failed=yes&type=intake.received')).text;
    expect(first).toMatch(/No delivery since <time.*<\/time> matches this. Older ones were not looked at yet\./);
    const [, older = ''] = /href="\/agent-console(\/deliveries\?[^"]*cursor=[^"]*)"/.exec(first) ?? [];
    expect(older).toContain('failed=yes&amp;type=intake.received');
    const second = (await visit(older.replaceAll('&amp;', '&'))).text;
    expect(second).toContain(`dlv_${'1'.padStart(24, '0')}`);
    expect((await visit('')).text).toMatch(/sent to you since <time.*<\/time> is failing\./);
    const all = await visit('/deliveries');
    expect([all.status, Buffer.byteLength(all.text) < 60_000, all.text.match(/<tr>/g)?.length]).toEqual([
      200,
      true,
      26,
    ]);
  });
});

describe('console settings', () => {
  it('failure emails are on until turned off, and the setting stays when the webhook is set again', async () => {
    const one = await givenConsoleAgent(h());
    const first = (await one.call('GET', '/settings')).body;
    expect(first).toEqual({ mail_on_failure: true, mail_to: expect.stringMatching(/\*.*@/) });
    const { status, body } = await one.call('PUT', '/settings', { mail_on_failure: false });
    expect([status, body.mail_on_failure]).toEqual([200, false]);
    const url = `https://${given.current.receiver.host}/again`;
    await h().call('PUT', '/api/agent/v1/me/webhook', { token: one.key, body: { url } });
    await h().call('DELETE', '/api/agent/v1/me/webhook', { token: one.key });
    expect((await one.call('GET', '/settings')).body.mail_on_failure).toBe(false);
    expect((await agent.call('GET', '/settings')).body.mail_on_failure).toBe(true);
    for (const wrong of [{}, { mail_on_failure: 'no' }, { mail_on_failure: null }, { mail_on_failure: true, to: 'x' }])
      expect((await one.call('PUT', '/settings', wrong)).status).toBe(400);
  });
});

describe('invalid console requests', () => {
  it('invalid fields are reported as a problem, field by field', async () => {
    const queries = [
      '/intakes?status=nothing',
      '/intakes?limit=0',
      '/intakes?cursor=x',
      '/events?type=referral.created',
    ];
    for (const path of [
      ...queries,
      '/events?cursor=x',
      '/deliveries?failed=no',
      '/deliveries?cursor=x',
      '/intakes?x=1',
    ]) {
      const { status, body, headers } = await agent.call('GET', path);
      expect([path, status, body.code]).toEqual([path, 400, 'validation_failed']);
      expect(headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('a script that sends requests without pause gets a refusal with a time to wait', async () => {
    const one = await givenConsoleAgent(h());
    const answers = await Promise.all(Array.from({ length: 305 }, () => one.call('GET', '/settings')));
    const late = answers.filter(({ status }) => status === 429);
    expect(late.length).toBeGreaterThan(0);
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(300);
  });
});
