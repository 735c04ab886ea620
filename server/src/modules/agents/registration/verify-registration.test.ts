import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { codeFor, givenRegistration, register, registrationBody, verify, wrongCodeFor } from '../testing.ts';

const harness = useHarness();

const wrongly = (pending: { registration_id: string; code: string }) =>
  verify(harness.current, { ...pending, code: wrongCodeFor(pending.code) });

describe('verifying a registration', () => {
  it('verifying with the right code gets 201 and a key that works immediately [A-VERIFY-001, A-VERIFY-005, A-VERIFY-007]', async () => {
    const { status, body } = await verify(harness.current, await givenRegistration(harness.current));
    expect([status, body.status]).toEqual([201, 'active']);
    const me = await harness.current.call('GET', '/api/agent/v1/me', { token: body.api_key });
    expect([me.status, me.body.principal_id, me.body.status]).toEqual([200, body.principal_id, 'active']);
  });

  it('verifying returns exactly the documented members [A-VERIFY-006, A-VERIFY-008, A-VERIFY-009]', async () => {
    const { body } = await verify(harness.current, await givenRegistration(harness.current));
    const agreement = (await harness.current.call('GET', '/api/agent/v1/agreement')).body;
    expect(body).toEqual({
      principal_id: expect.stringMatching(/^agt_[0-9A-Za-z]{24}$/),
      status: 'active',
      api_key: expect.stringMatching(/^svc_agent_[0-9A-Za-z]{32}$/),
      key_prefix: body.api_key.slice(0, 16),
      agreement: { version: agreement.version, hash: agreement.hash },
      docs_url: 'http://makewhole.test/developers/agent',
    });
  });

  it('verifying links to documentation that exists', async () => {
    const { body } = await verify(harness.current, await givenRegistration(harness.current));
    const page = await harness.current.call('GET', new URL(body.docs_url).pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('counts down the tries with every wrong code [A-VERIFY-010]', async () => {
    const pending = await givenRegistration(harness.current);
    const left = [];
    for (let count = 0; count < 5; count += 1) {
      const { status, body } = await wrongly(pending);
      expect([status, Object.keys(body).sort()]).toEqual([400, ['attempts_left', 'code', 'error']]);
      expect(body.code).toBe('invalid_request');
      left.push(body.attempts_left);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
  });

  it('verifying accepts the right code after four wrong ones', async () => {
    const pending = await givenRegistration(harness.current);
    for (let count = 0; count < 4; count += 1) await wrongly(pending);
    expect((await verify(harness.current, pending)).status).toBe(201);
  });

  it('accepts no code of another registration', async () => {
    const mine = await givenRegistration(harness.current);
    let other = await givenRegistration(harness.current);
    while (other.code === mine.code) other = await givenRegistration(harness.current);
    expect((await verify(harness.current, { ...mine, code: other.code })).status).toBe(400);
  });

  it.each([
    ['of a registration that never was', 'reg_000000000000000000000000'],
    ['that is no id at all', '../../etc'],
    ['of one character', 'x'],
    ['that is very long', 'r'.repeat(20_000)],
  ])('verifying gets 404 not_found for an id %s [A-VERIFY-011, A-VERIFY-002]', async (_name, registrationId) => {
    const { status, body } = await verify(harness.current, { registration_id: registrationId, code: '123456' });
    expect([status, body]).toEqual([404, { error: expect.any(String), code: 'not_found' }]);
  });

  it('verifying again gets 409, with the right code and with a wrong one, and shows no second key [A-VERIFY-012]', async () => {
    const pending = await givenRegistration(harness.current);
    const { body: first } = await verify(harness.current, pending);
    for (const again of [await verify(harness.current, pending), await wrongly(pending)]) {
      expect([again.status, again.body]).toEqual([409, { error: expect.any(String), code: 'invalid_request' }]);
    }
    const me = await harness.current.call('GET', '/api/agent/v1/me', { token: first.api_key });
    expect(me.body.keys.map((key: { prefix: string }) => key.prefix)).toEqual([first.key_prefix]);
  });

  it('verifying twice at the same time with the right code issues one key', async () => {
    const pending = await givenRegistration(harness.current);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(harness.current, pending)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('verifying gets 410 from the thirtieth minute on, for any code; the operator registers again [A-VERIFY-013, A-VERIFY-015]', async () => {
    const body = registrationBody();
    const pending = await givenRegistration(harness.current, body);
    const inTime = await givenRegistration(harness.current);
    harness.current.clock.advance(30 * 60 - 1);
    expect((await verify(harness.current, inTime)).status).toBe(201);
    expect((await wrongly(pending)).body.attempts_left).toBe(4);
    harness.current.clock.advance(1);
    for (const late of [await verify(harness.current, pending), await wrongly(pending)]) {
      expect([late.status, late.body]).toEqual([410, { error: expect.any(String), code: 'invalid_request' }]);
    }
    const second = await register(harness.current, body);
    const code = codeFor(harness.current, body.operator.email);
    const verified = await verify(harness.current, { registration_id: second.body.registration_id, code });
    expect(verified.status).toBe(201);
  });

  it('verifying checks in order: unknown, verified, expired, locked, wrong', async () => {
    const verified = await givenRegistration(harness.current);
    const locked = await givenRegistration(harness.current);
    await verify(harness.current, verified);
    for (let count = 0; count < 5; count += 1) await wrongly(locked);
    expect((await wrongly(locked)).status).toBe(429);
    harness.current.clock.advance(30 * 60);
    expect([(await verify(harness.current, verified)).status, (await wrongly(locked)).status]).toEqual([409, 410]);
  });
});

describe('the body of a verification', () => {
  it.each<[string, unknown]>([
    ['no registration_id', { code: '123456' }],
    ['a registration_id of spaces', { registration_id: '   ', code: '123456' }],
    ['a number for registration_id', { registration_id: 7, code: '123456' }],
    ['null for registration_id', { registration_id: null, code: '123456' }],
  ])('the body must not have %s [A-VERIFY-002]', async (_name, body) => {
    const answer = await verify(harness.current, body);
    expect([answer.status, answer.body.issues.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      ['registration_id'],
    ]);
  });

  it('the body must not have an empty registration_id [A-VERIFY-002]', async () => {
    const { status, body } = await verify(harness.current, { registration_id: '', code: '123456' });
    expect([status, body.issues[0].path]).toEqual([400, 'registration_id']);
  });

  it.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['a letter among them', '12345a'],
    ['a number', 123_456],
    ['digits of another script', '１２３４５６'],
    ['a space before', ' 123456'],
    ['a line end after', '123456\n'],
    ['a list', ['123456']],
  ])(
    'the body has a code of six digits, not one that is %s; such a try is not counted [A-VERIFY-003]',
    async (_name, code) => {
      const pending = await givenRegistration(harness.current);
      const { status, body } = await verify(harness.current, { registration_id: pending.registration_id, code });
      expect([status, body.code, 'attempts_left' in body]).toEqual([400, 'invalid_request', false]);
      expect(new Set(body.issues.map((issue: { path: string }) => issue.path))).toEqual(new Set(['code']));
      expect((await wrongly(pending)).body.attempts_left).toBe(4);
    },
  );

  it('has no other member [A-VERIFY-004]', async () => {
    const pending = await givenRegistration(harness.current);
    const { status, body } = await verify(harness.current, { ...pending, extra: 1 });
    expect([status, body.issues]).toEqual([400, [{ path: 'extra', message: 'is not a known member' }]]);
    expect((await verify(harness.current, pending)).status).toBe(201);
  });
});
