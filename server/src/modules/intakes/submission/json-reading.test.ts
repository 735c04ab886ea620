import { describe, expect, it } from 'vitest';
import { givenAgent, registrationBody } from '#testing/agents';
import { startHarness, useHarness, type CallOptions, type Harness } from '#test/harness';
import { givenIntake, givenTeam, minimalIntake, newEmail, submit } from '../testing.ts';

const harness = useHarness();
const send = (raw: string | Uint8Array, headers: CallOptions['headers'] = {}) =>
  harness.current.call('POST', '/api/agent/v1/intakes', { raw, headers });

describe('a body that cannot be read', () => {
  const good = JSON.stringify(minimalIntake());
  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['JSON cut short', good.slice(0, -1), {}],
    ['JSON and more', `${good}{}`, {}],
    ['a comment', `/* hello */${good}`, {}],
    ['single quotes', good.replaceAll('"', "'"), {}],
    ['a trailing comma', `${good.slice(0, -1)},}`, {}],
    ['NaN', good.replace('"synthetic-agent"', 'NaN'), {}],
    ['no JSON at all', 'agent=me', {}],
    ['an array', `[${good}]`, {}],
    ['a text', '"text"', {}],
    ['a number', '5', {}],
    ['null', 'null', {}],
    ['nothing', '', {}],
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from('{"agent":"'), 0xff, 0xfe, 0x22, 0x7d]), {}],
    ['UTF-16', Buffer.from(good, 'utf16le'), {}],
    ['half a pair in CESU-8', Buffer.from('7b2261223a22eda08022 7d'.replaceAll(' ', ''), 'hex'), {}],
    ['a form', 'agent=me', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON called text', good, { 'content-type': 'text/plain' }],
    ['JSON called something else', good, { 'content-type': 'application/jsonp' }],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, {}],
  ])('an unreadable body such as %s is refused as a whole', async (_name, raw, headers) => {
    const { status, body } = await send(raw, headers);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'invalid_request',
      issues: [{ path: '', message: expect.any(String) }],
    });
  });

  it('a body of one byte over 65,536 is refused, and one of 65,536 is read', async () => {
    const padded = (size: number) => JSON.stringify(minimalIntake()).padEnd(size, ' ');
    const read = await send(padded(65_536));
    const tooLarge = await send(padded(65_537));
    expect([read.status, tooLarge.status]).toEqual([201, 400]);
    expect(tooLarge.body).toMatchObject({ code: 'invalid_request', issues: [{ path: '' }] });
    expect(tooLarge.headers.get('connection')).toBe('close');
  });
});

describe('a body that can be read', () => {
  it('a body means the same however its JSON is written: escapes, spaces, a charset, numbers as 2020.0', async () => {
    const email = newEmail();
    const spelled = [...email].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const text = JSON.stringify(minimalIntake({ customer: { email: 'here' }, vehicle: { year: 1 } }), null, '\t')
      .replace('here', spelled)
      .replace('"year": 1', '"year": 2020.0');
    const { status } = await send(text, { 'content-type': 'Application/JSON; charset=utf-8' });
    const again = await submit(harness.current, minimalIntake({ customer: { email } }));
    expect([status, again.status, again.body.status]).toEqual([201, 200, 'duplicate']);
  });

  it("a body's last value of a repeated member counts", async () => {
    const { status, body } = await send(
      JSON.stringify(minimalIntake()).replace('{', '{"external_ref":5,"external_ref":"last",'),
    );
    expect([status, body.external_ref]).toEqual([201, 'last']);
  });
});

describe('the interface', () => {
  it('the interface accepts and returns application/json on every operation [A-INTAKE-004]', async () => {
    const { key } = await givenAgent(harness.current);
    const { call } = harness.current;
    const answers = [
      await submit(harness.current),
      await submit(harness.current, {}),
      await call('GET', '/api/agent/v1/agreement'),
      await call('POST', '/api/agent/v1/register', { body: registrationBody() }),
      await call('GET', '/api/agent/v1/me', { token: key }),
      await call('GET', '/api/agent/v1/me'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 200, 202, 200, 401]);
    for (const { headers } of answers) expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  });

  it('the interface has its version in the path: v1 answers, v2 does not exist [A-VER-001]', async () => {
    const { call } = harness.current;
    const statuses = async (version: string) => {
      const posted = await call('POST', `/api/agent/${version}/intakes`, { body: minimalIntake() });
      const read = await call('GET', `/api/agent/${version}/agreement`);
      return [posted.status, read.status];
    };
    expect(await statuses('v1')).toEqual([201, 200]);
    for (const version of ['v2', 'v0', 'v10', 'V1']) expect(await statuses(version)).toEqual([404, 404]);
  });

  it('the interface keeps the version of the agreement and that of the attestation apart [A-VER-003]', async () => {
    const versions = async (one: Harness) => {
      const { body } = await one.call('GET', '/api/agent/v1/agreement');
      const { intake_id: id } = await givenIntake(one);
      return [body.version, (await (await givenTeam(one)).record(id)).attestation_version];
    };
    const reworded = await startHarness({ attestationVersion: '2027-01-01.1' });
    expect(await versions(harness.current)).toEqual(['2026-09-17', '2026-09-16.1']);
    expect(await versions(reworded)).toEqual(['2026-09-17', '2027-01-01.1']);
    await reworded.close();
  });
});
