import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkers } from '#app/workers';
import { watchClock } from '#platform/jobs';
import { serveMetrics } from '#platform/telemetry';
import { givenStaffToken } from '#testing/staff';
import { givenAgent, registrationBody } from '#testing/agents';
import { canaryIntake, findCanaries, newCanaries, type Canaries } from '#test/fixtures/canaries';
import { startCollector, type Collector } from '#test/doubles/collector';
import { startHarness, type CallOptions, type Harness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { until } from '#test/until';

const intakes = '/api/agent/v1/intakes';
const canaries: Canaries = newCanaries();
const seen: number[] = [];
let harness: Harness;
let routes: ServedRoute[];
let collector: Collector;
let metricsText = '';

/** Calls, and adds every secret in the response to the canaries. */
async function call(...args: Parameters<Harness['call']>): Promise<ReturnType<Harness['call']>> {
  const answer = await harness.call(...args);
  seen.push(answer.status);
  for (const name of ['api_key', 'secret', 'poll_token']) {
    const secret: unknown = answer.body?.[name];
    if (typeof secret === 'string') canaries[`${name} ${seen.length}`] = secret;
  }
  return answer;
}

const asJson = (body: unknown) => ({ body, headers: { 'idempotency-key': canaries['idempotencyKey'] ?? '' } });

// The whole story runs first; the tests then check what was written about it.
beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' };
  ({ started: harness, routes } = await collectRoutes(() => startHarness(env)));
  await useCredentials();
  await useKey();
  await makeMistakes();
  await walkRoutes();
  await sendMail();
  await breakTheDatabase();
  const server = await serveMetrics(harness.ctx.metrics, { host: '127.0.0.1', port: 0 });
  if (server === undefined) throw new Error('the metrics are not served');
  metricsText = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  await server.close();
  await harness.close();
}, 120_000);
afterAll(() => collector.close());

/** Makes successful calls, which collect the secrets that only the service knows. */
async function useCredentials(): Promise<void> {
  const body = canaryIntake(canaries);
  const receipt = await call('POST', intakes, asJson(body));
  const { intake_id, poll_token, customer_confirmation_url } = receipt.body;
  const link = new URL(customer_confirmation_url).pathname;
  const staffToken = await givenStaffToken(harness);
  Object.assign(canaries, { pollToken: poll_token, linkToken: link.split('/').at(-1), staffToken });
  await call('POST', intakes, asJson(body));
  await call('POST', intakes, asJson({ ...body, external_ref: 'another' }));
  await call('GET', `${intakes}/${intake_id}`, { token: poll_token });
  await call('GET', `/api/staff/v1/intakes/${intake_id}`, { token: staffToken });
  await call('GET', link);
  await call('POST', link, {
    raw: 'decision=confirm',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(seen).toEqual([201, 200, 409, 200, 200, 200, 303]);
}

/** Acts as a registered agent: its key, its operator's contacts, its webhook's address and secret are canaries too. */
async function useKey(): Promise<void> {
  const { email = '', lastName = '', firstName } = newPerson('operator');
  const { key } = await givenAgent(harness, registrationBody({ operator: { name: lastName, email } }));
  canaries['agentKey'] = key;
  canaries['webhookUrl'] = `https://hooks.invalid/canary-${firstName}`;
  const answers = [
    await call('PUT', '/api/agent/v1/me/webhook', { token: key, body: { url: canaries['webhookUrl'] } }),
    await call('POST', intakes, { token: key, body: canaryIntake(newPerson('keyed')) }),
    await call('GET', '/api/agent/v1/me', { token: key }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
}

/** Gets refusals of every kind, each with every canary in it. */
async function makeMistakes(): Promise<void> {
  const body = canaryIntake(canaries);
  const text = JSON.stringify(canaries);
  const mistakes = [
    { ...body, customer: { ...body.customer, email: `${canaries['email']} ${text}`, phone: text } },
    { ...body, [text]: text, agent: { name: text.repeat(9), platform: text } },
    { ...body, customer: { first_name: canaries['firstName'] } },
    canaries,
  ];
  for (const mistake of mistakes) await call('POST', intakes, asJson(mistake));
  for (const raw of [text.slice(0, -1), `[${text}]`, `${text}\\u0000`]) await call('POST', intakes, { raw });
  await call('POST', intakes, { raw: text, headers: { 'content-type': 'text/plain' } });
  await call('POST', intakes, { raw: text.padEnd(70_000) });
  await call('POST', intakes, { body, token: canaries['pollToken'] ?? '' });
  await call('POST', intakes, { body, headers: { 'idempotency-key': text.repeat(2) } });
  for (const lines of [
    ['Host: a', `Host: ${canaries['lastName']}`],
    [`Host: ${canaries['lastName']}`, 'X: \u0001'],
  ]) {
    const { answers } = await exchange(harness.baseUrl, request([`GET /${canaries['linkToken']} HTTP/1.1`, ...lines]), {
      answers: 1,
    });
    expect(answers[0]?.status).toBe(400);
  }
}

/** Calls every route with every method, with canaries in all client text, and invalid URLs. */
async function walkRoutes(): Promise<void> {
  const values = Object.values(canaries).map(encodeURIComponent);
  const form = new URLSearchParams(canaries).toString();
  const tokens = ['pollToken', 'staffToken', 'agentKey', 'linkToken'].map((kind) => canaries[kind] ?? '');
  const unknown = ['/:x', '/c/:x', '/api/agent/v1/:x', '/api/staff/v1/:x', '/api/agent/v1/%zz:x', '/%zz:x'];
  let turn = 0;
  for (const path of new Set([...routes.map((route) => route.path), ...unknown])) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      const calls = tokens.map((token) => {
        const address = `${path.replace(/:\w+/g, values[(turn += 1) % values.length] ?? '')}?${form}`;
        const headers = { 'user-agent': canaries['lastName'] ?? '', referer: `https://a.example/?${form}` };
        const open = path === stream && method === 'GET';
        if (open) return openStream(address, { authorization: `Bearer ${token}`, ...headers });
        return call(method, address, { token, headers, ...bodyFor(method, form, turn) });
      });
      await Promise.all(calls);
    }
  }
}

const stream = '/api/staff/v1/stream';

/** Its response does not end; the beginning is enough. */
async function openStream(address: string, headers: Record<string, string>): Promise<void> {
  const hangUp = new AbortController();
  const response = await fetch(`${harness.baseUrl}${address}`, { headers, signal: hangUp.signal });
  await response.body?.getReader().read();
  hangUp.abort();
}

function bodyFor(method: string, form: string, turn: number): CallOptions {
  if (method === 'GET' || method === 'HEAD') return {};
  if (turn % 2 === 0) return { body: canaries };
  return { raw: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

/** A new customer, whose data are canaries too. */
function newPerson(kind: string): Canaries {
  const customer = newCanaries();
  for (const [name, value] of Object.entries(customer)) canaries[`${name} of ${kind}`] = value;
  return customer;
}

async function undecidedMessages(): Promise<number> {
  const { rows } = await harness.ctx.db.pool.query(
    "select from customers.messages where state = 'claimed' or (state = 'waiting' and last_failure is null)",
  );
  return rows.length;
}

/** Runs the worker with a mail server that accepts, refuses or is busy, and with messages that cannot be decrypted. */
async function sendMail(): Promise<void> {
  const clock = watchClock(harness.ctx);
  const workers = await startWorkers(harness.service, clock);
  try {
    for (const how of ['accept', 'refuse', 'busy'] as const) {
      harness.mailbox.behave(how);
      expect((await call('POST', intakes, { body: canaryIntake(newPerson(how)) })).status).toBe(201);
      await until(`the mail server to ${how}`, async () => (await undecidedMessages()) === 0);
    }
    const { pool } = harness.owner;
    await pool.query(
      "update customers.messages set encrypted_content = '\\x00', state = 'waiting', due_at = created_at, last_failure = null",
    );
    await until('messages that cannot be opened', async () => (await undecidedMessages()) === 0);
    await pool.query('alter table customers.messages rename to messages_away');
    const failed = () => harness.logLines.some((line) => line.includes('jobs.step-failed'));
    await until('a turn of the worker to fail', failed);
    await pool.query('alter table customers.messages_away rename to messages');
  } finally {
    await workers.stop();
    await clock.stop();
  }
}

/** Causes an error whose message quotes the whole written row, and a missing table. */
async function breakTheDatabase(): Promise<void> {
  const { pool } = harness.owner;
  await pool.query('alter table intakes.intakes add constraint broken check (false) not valid');
  expect((await call('POST', intakes, { body: canaryIntake(newPerson('broken')) })).status).toBe(500);
  await pool.query('drop table intakes.poll_tokens, staff.tokens cascade');
  await call('GET', `${intakes}/${canaries['pollToken']}`, { token: canaries['pollToken'] ?? '' });
  await call('GET', `/api/staff/v1/intakes/${canaries['vin']}`, { token: canaries['staffToken'] ?? '' });
}

describe('after calls to every route, valid and invalid, with names, contacts and secrets', () => {
  it('the calls produced every kind of response', () => {
    expect([...new Set(seen)].sort()).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 409, 500]));
  });

  it('no log line holds any of them', () => {
    const lines = harness.logLines.map((line) => JSON.parse(line) as { event: string });
    const events = new Set(lines.map(({ event }) => event));
    for (const event of ['http.answered', 'http.failed', 'customers.message-not-accepted', 'jobs.step-failed']) {
      expect(events).toContain(event);
    }
    expect(harness.logLines.filter((line) => findCanaries(line, canaries).length > 0)).toEqual([]);
  });

  it('no metric contains any canary', () => {
    expect(metricsText).toContain('makewhole_http_request_seconds_bucket');
    expect(metricsText).toContain('route="/api/agent/v1/intakes/:intake_id"');
    expect(metricsText).toContain('makewhole_work_finished_total{queue="customers.messages",outcome="refused"}');
    expect(findCanaries(metricsText, canaries)).toEqual([]);
  });

  it('no span holds any of them, and every span is named by its operation', () => {
    const none = ['http.unknown-path', 'http.method-not-allowed'];
    const operations = new Set([...routes.map(({ operation }) => operation), ...none]);
    const names = new Set(collector.spanNames());
    expect([...names].filter((name) => !operations.has(name))).toEqual([]);
    expect([...operations].filter((name) => !names.has(name ?? ''))).toEqual([]);
    expect(collector.received.flatMap((body) => findCanaries(body, canaries))).toEqual([]);
  });

  it('the search finds canaries that are present', () => {
    for (const [kind, value] of Object.entries(canaries)) {
      expect(findCanaries(`{"at":"${value}"}`, canaries)).toContain(kind);
      expect(findCanaries(`GET /x?y=${encodeURIComponent(value)}`, canaries)).toContain(kind);
    }
  });
});
