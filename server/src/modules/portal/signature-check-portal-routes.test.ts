import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { useHarness, type Harness } from '#test/harness';
import { givenCredential, signWith, usual, type Signer } from '#test/signatures/faulty-signer';
import { usual as delivery, standard } from '#test/signatures/planted-receivers';
import { until } from '#test/until';
import { givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenEndpointWith, givenUploaded, toPaste } from './signature-check/testing.ts';

const harness = useHarness({ PUBLIC_BASE_URL: 'https://api.example.com' });
const codes = (body: { mistakes: { code: string }[] }) => body.mistakes.map(({ code }) => code);

/** A request signed at the harness's time by a credential with a separate id. */
function signedBy(h: Harness, pair: ReturnType<typeof givenCredential>, changes: Partial<Signer> = {}) {
  const created = String(Math.floor(h.clock.now().getTime() / 1000));
  const signer = { ...usual('ed25519'), keyid: pair.id, key: pair.privateKey, created, ...changes };
  return toPaste(signWith(signer).request);
}

let made = 0;
const newPair = (changes: Parameters<typeof givenCredential>[2] = {}) => {
  made += 1;
  return givenCredential(`crd_${String(made).padStart(24, '0')}`, 'ed25519', changes);
};

async function givenDoctor(given: Parameters<typeof givenPortalUser>[1] = {}) {
  const h = harness.current;
  const portal = await givenPortalUser(h, { role: 'developer', ...given });
  const pair = newPair();
  await givenUploaded(h, portal.institutionId, [pair.credential]);
  const ask = (body: object, mode: 'test' | 'live' = 'test') => portal.call('POST', '/doctor/request', { body, mode });
  return { h, portal, pair, ask };
}

const spoiled = { join: (lines: string[]) => `${lines.join('\n')}\n` };

describe('checking a pasted request', () => {
  it('a check shows both texts, the fix, and the fix in the signer’s language', async () => {
    const { h, pair, ask } = await givenDoctor();
    const { status, body } = await ask({ raw: signedBy(h, pair, spoiled), language: 'csharp' });
    expect([status, body.verdict, codes(body)]).toEqual([200, 'explained', ['text.final_newline']]);
    expect(body.signed_text).toBe(`${body.expected_text}\n`);
    expect(body.mistakes[0].in_language).toContain('not AppendLine');
    expect(body.credential).toEqual({ id: pair.id, status: 'active', livemode: false });
  });

  it('a request may be given in parts, as curl -v output, or with the bytes of its body', async () => {
    const { h, pair, ask } = await givenDoctor();
    const raw = signedBy(h, pair, spoiled);
    const [head = '', text = ''] = raw.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const [method = '', url = ''] = first.split(' ');
    const headers = lines.map((line) => ({ name: line.split(': ', 1)[0], value: line.slice(line.indexOf(': ') + 2) }));
    const curl = [
      '* Connected to api.example.com',
      ...[first, ...lines, ''].map((line) => `> ${line}`),
      '< HTTP/1.1 401',
    ];
    const ways = [
      { method: method.toLowerCase(), url: `https://api.example.com${url}`, headers, body: text },
      { raw: curl.join('\n'), body: text },
      { raw: head, body_base64: Buffer.from(text).toString('base64') },
      { raw: raw.replaceAll('\r\n', '\n') },
      // Content-Length reveals a line break that copying added.
      { raw: `${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}\n` },
    ];
    for (const way of ways) expect(codes((await ask(way)).body)).toEqual(['text.final_newline']);
    const withoutBody = (await ask({ raw: head })).body;
    expect([codes(withoutBody), withoutBody.notes[0]]).toEqual([
      ['text.final_newline'],
      'The body is not there, so its digest was not compared.',
    ]);
  });

  it('a correct request is reported as valid, with a note that an old copy proves nothing about the clock', async () => {
    const { h, pair, ask } = await givenDoctor();
    const raw = signedBy(h, pair);
    h.clock.advance(600);
    const { body } = await ask({ raw });
    expect([body.verdict, body.mistakes, body.notes]).toEqual(['valid', [], [expect.stringContaining('clock')]]);
    const judged = await ask({ raw, sent_at: h.clock.now().toISOString() });
    expect(judged.body.mistakes[0]).toMatchObject({
      code: 'created.clock',
      what: 'created is too far from our clock. It is 600 seconds behind.',
    });
    const ahead = String(Math.floor(h.clock.now().getTime() / 1000) + 900);
    expect(codes((await ask({ raw: signedBy(h, pair, { created: ahead }) })).body)).toEqual(['created.clock']);
  });

  it('a check reports a credential that is pending, revoked or of the other mode', async () => {
    const { h, portal, ask } = await givenDoctor();
    const [pending, revoked, live] = [
      newPair({ status: 'pending' }),
      newPair({ status: 'revoked' }),
      newPair({ livemode: true }),
    ];
    const pairs = [pending, revoked, live];
    await givenUploaded(
      h,
      portal.institutionId,
      pairs.map(({ credential }) => credential),
    );
    const named = [];
    for (const pair of pairs) named.push(...codes((await ask({ raw: signedBy(h, pair) })).body));
    expect(named).toEqual(['credential.pending', 'credential.revoked', 'environment.mode']);
  });

  it('another institution’s credential is reported exactly like one that does not exist', async () => {
    const { h, ask } = await givenDoctor();
    const foreign = await givenDoctor();
    const nobody = newPair();
    const [other, none] = [
      (await ask({ raw: signedBy(h, foreign.pair) })).body,
      (await ask({ raw: signedBy(h, nobody) })).body,
    ];
    expect([other.verdict, other.credential, other.notes[0]]).toEqual([
      'not_explained',
      null,
      expect.stringContaining('of no credential of your institution, in either mode'),
    ]);
    const without = ({ expected_text: _text, ...rest }: { expected_text: string }) => rest;
    expect(without(other)).toEqual(without(none));
    expect(other.tried).toHaveLength(3);
  });

  it('a check reports a used nonce if everything else is right', async () => {
    const h = harness.current;
    const client = await givenSignedCredential(h);
    const portal = await givenPortalUser(h, { institutionId: client.institutionId });
    const message = client.sign('GET', '/api/gap/v1/me');
    const raw = toPaste({ ...message, body: undefined });
    const ask = async () => (await portal.call('POST', '/doctor/request', { body: { raw } })).body;
    expect((await ask()).verdict).toBe('valid');
    const headers = Object.fromEntries(
      message.rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name, message.rawHeaders[index + 1] ?? '']] : [],
      ),
    );
    expect((await h.call('GET', '/api/gap/v1/me', { headers })).status).toBe(200);
    const used = await ask();
    expect([codes(used), used.notes[0]]).toEqual([['nonce.used'], expect.stringContaining('was accepted at')]);
    const replayed = await h.call('GET', '/api/gap/v1/me', { headers });
    expect(replayed.body.code).toBe('nonce_replayed');
    const id = replayed.headers.get('x-request-id') ?? '';
    await until('it in the log', async () => (await portal.call('GET', `/requests/${id}`)).status === 200);
    const picked = await portal.call('POST', '/doctor/request', { body: { request_id: id } });
    expect(codes(picked.body)).toEqual(['nonce.used']);
  });

  it('a check is refused if the request is empty or too large, or its content is not stored', async () => {
    const { h, portal, ask } = await givenDoctor();
    const issues = async (body: object, mode?: 'test' | 'live') => {
      const answer = await ask(body, mode);
      return [answer.status, answer.body.code, answer.body.issues?.[0]?.path];
    };
    expect(await issues({})).toEqual([400, 'validation_failed', 'raw']);
    expect(await issues({ raw: 'hello' })).toEqual([400, 'validation_failed', 'raw']);
    expect(await issues({ raw: 'x'.repeat(400_000) })).toEqual([400, 'validation_failed', 'raw']);
    const big = { method: 'POST', url: '/x', headers: [], body: '€'.repeat(100_000) };
    expect(await issues(big)).toEqual([400, 'validation_failed', 'body']);
    expect(await issues({ request_id: 'req_unknown' })).toEqual([404, 'not_found', undefined]);
    const live = await givenSignedCredential(h, { institutionId: portal.institutionId, livemode: true });
    const call = await live.call('GET', '/api/gap/v1/me', { environment: 'PRODUCTION' });
    const id = call.headers.get('x-request-id') ?? '';
    await until(
      'it in the log',
      async () => (await portal.call('GET', `/requests/${id}`, { mode: 'live' })).status === 200,
    );
    expect(await issues({ request_id: id }, 'live')).toEqual([400, 'validation_failed', 'request_id']);
    expect(await issues({ request_id: id }, 'test')).toEqual([404, 'not_found', undefined]);
  });
});

describe('checking a pasted delivery', () => {
  const paste = (endpointId: string) => ({
    endpoint_id: endpointId,
    headers: Object.entries(delivery.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: delivery.body.toString(),
  });

  it('a delivery is compared with the endpoint’s secret, which is never shown', async () => {
    const { h, portal } = await givenDoctor();
    const id = await givenEndpointWith(h, portal.institutionId, { current: standard });
    const { status, body, text } = await portal.call('POST', '/doctor/webhook', { body: paste(id) });
    expect([status, body.verdict, body.mistakes]).toEqual([200, 'valid', []]);
    expect(text).not.toContain(standard.slice(6, 20));
    const other = await givenEndpointWith(h, portal.institutionId, { current: `whsec_${'A'.repeat(43)}=` });
    const mixed = await portal.call('POST', '/doctor/webhook', { body: paste(other) });
    expect(codes(mixed.body)).toEqual(['secret.other']);
  });

  it('an endpoint of another institution or the other mode gets the response for an unknown one', async () => {
    const { h, portal } = await givenDoctor();
    const foreign = await givenDoctor();
    const theirs = await givenEndpointWith(h, foreign.portal.institutionId, { current: standard });
    const live = await givenEndpointWith(h, portal.institutionId, { current: standard, livemode: true });
    const answers = [];
    for (const id of [theirs, live, 'whe_0Ai1jZkB0000000000000000'])
      answers.push(await portal.call('POST', '/doctor/webhook', { body: paste(id) }));
    const plain = answers.map(({ status, text }) => `${status} ${text.replace(/req_\w+/g, '')}`);
    expect(new Set(plain).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await portal.call('POST', '/doctor/webhook', { body: paste(live), mode: 'live' })).status).toBe(200);
  });
});

describe('access to the signature check', () => {
  it('the signature check needs a session and a role that can read the log', async () => {
    const finance = await givenDoctor({ role: 'finance' });
    expect((await finance.ask({ raw: 'x' })).status).toBe(403);
    const reader = await givenDoctor({ role: 'read_only' });
    expect((await reader.ask({ raw: signedBy(reader.h, reader.pair) })).status).toBe(200);
    const path = `/api/portal/v1/${reader.portal.institutionId}/test/doctor/request`;
    const { origin = '' } = reader.portal.headers;
    expect((await reader.h.call('POST', path, { body: { raw: 'x' }, headers: { origin } })).status).toBe(401);
    const foreign = await givenDoctor();
    const { status } = await reader.h.call('POST', path, {
      body: { raw: 'x' },
      headers: { ...foreign.portal.headers },
    });
    expect(status).toBe(404);
  });

  it('the signature check runs sixty times a minute, also in live mode, and leaves no row in the trail or log', async () => {
    const { h, portal, pair, ask } = await givenDoctor();
    const raw = signedBy(h, pair, { ...spoiled, headers: (all) => [...all, ['X-Note', 'pasted-by-somebody']] });
    const statuses = [];
    for (let turn = 0; turn < 61; turn += 1)
      statuses.push((await ask({ raw }, turn % 2 === 0 ? 'test' : 'live')).status);
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429]);
    const entries = await h.ctx.db.seeing('all').many({
      text: 'select 1 from audit.entries where institution_id = $1',
      values: [portal.institutionId],
    });
    expect(entries).toEqual([]);
    expect(h.logLines.filter((line) => line.includes('pasted-by-somebody') || line.includes(pair.id))).toEqual([]);
  });

  it('other requests are served while a check searches for a mistake it cannot find', async () => {
    const { h, portal, pair, ask } = await givenDoctor();
    const id = await givenEndpointWith(h, portal.institutionId, { current: standard });
    const large = JSON.stringify({ items: Array.from({ length: 9000 }, (_, index) => `synthetic ${index}`) });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // Trailing line breaks once took quadratic time: 8.8 seconds for 60,000 of them.
    const breaks = await ask({
      method: 'POST',
      url: 'https://example.com/',
      headers: [{ name: 'content-length', value: '5' }],
      body: `${'\n'.repeat(262_143)}x`,
    });
    expect(breaks.status).toBe(200);
    const raw = signedBy(h, pair, { message: (text) => Buffer.from(`${text} and more`) });
    const [request, webhook] = await Promise.all([
      ask({ raw }),
      portal.call('POST', '/doctor/webhook', {
        body: {
          endpoint_id: id,
          headers: 'x-service-signature: t=1,v1=' + 'a'.repeat(64),
          body: large,
          computed: 'ab'.repeat(32),
        },
      }),
    ]);
    delay.disable();
    expect([request.body.verdict, webhook.body.verdict]).toEqual(['not_explained', 'not_explained']);
    expect(request.body.verifications).toBeGreaterThan(1000);
    // The longest single block of the event loop. A busy machine pauses for longer than the work itself takes.
    expect(delay.max / 1e6).toBeLessThan(1000);
  });
});
