import { beforeAll, describe, expect, it } from 'vitest';
import { codeFor, givenAgent, registrationBody } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import { givenIntake, givenTeam, minimalIntake, submit } from '../testing.ts';

const harness = useHarness({ intakeAnonPerMin: 20, registerPendingMax: 1, codeMaxWrong: 1 });

/** Refused requests by action; each has its own kind of error. */
const refusals = new Map<string, Answer>();
const codeOf = (what: string): [number, string] => [refusals.get(what)!.status, refusals.get(what)!.body.code];

const api = '/api/agent/v1';
let addresses = 0;
const anywhere = () => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

async function refuse(what: string, call: Promise<Answer>): Promise<void> {
  refusals.set(what, await call);
}

async function refuseIntakes(): Promise<void> {
  const { current } = harness;
  const receipt = await givenIntake(current);
  await refuse('bad body', submit(current, { ...minimalIntake(), extra: 1 }));
  await refuse('unreadable body', current.call('POST', `${api}/intakes`, { raw: '{' }));
  await refuse(
    'wrong media type',
    current.call('POST', `${api}/intakes`, { raw: '{}', headers: { 'content-type': 'text/plain' } }),
  );
  await refuse('bad key', submit(current, minimalIntake(), { token: 'svc_agent_x' }));
  await refuse('poll without token', current.call('GET', `${api}/intakes/${receipt.intake_id}`));
  await refuse('poll with a wrong token', current.call('GET', `${api}/intakes/${receipt.intake_id}`, { token: 'x' }));
  await refuse('poll of nothing', current.call('GET', `${api}/intakes/nothing`, { token: receipt.poll_token }));
  await refuse('unknown path', current.call('GET', `${api}/nothing`));
  await refuse('wrong method', current.call('DELETE', `${api}/intakes`));
  const headers = { 'idempotency-key': 'mine' };
  await submit(current, minimalIntake(), { headers });
  await refuse('key used twice', submit(current, minimalIntake(), { headers }));
  const many = { headers: { 'x-forwarded-for': '203.0.113.200' } };
  await Promise.all(Array.from({ length: 20 }, () => submit(current, {}, many)));
  await refuse('too many submissions', submit(current, minimalIntake(), many));
}

async function refuseRegistrations(): Promise<void> {
  const { call } = harness.current;
  const register = (body: unknown, headers: Record<string, string> = anywhere()) =>
    call('POST', `${api}/register`, { body, headers });
  const verify = (body: unknown) => call('POST', `${api}/register/verify`, { body });
  await refuse('bad registration', register({ agent: 1, operator: 2, agreement: 3 }));
  await refuse('old agreement', register(registrationBody({ agreement: { accepted: true, version: '2000-01-01' } })));
  const first = registrationBody();
  const { body: pending } = await register(first);
  await refuse('too many pending', register(registrationBody({ operator: first.operator })));
  await refuse('verify of nothing', verify({ registration_id: 'reg_nothing', code: '000000' }));
  await refuse('bad verification', verify({ registration_id: '', code: 'x' }));
  const right = codeFor(harness.current, first.operator.email);
  const wrong = { registration_id: pending.registration_id, code: right === '000000' ? '111111' : '000000' };
  await refuse('wrong code', verify(wrong));
  await refuse('locked', verify(wrong));
  harness.current.clock.advance(1800);
  await refuse('expired code', verify(wrong));
  const home = anywhere();
  for (let call = 0; call < 5; call += 1) await register({}, home);
  await refuse('too many registrations', register({}, home));
  await refuse('me without key', call('GET', `${api}/me`));
  await refuse('me with a bad key', call('GET', `${api}/me`, { token: 'svc_agent_x' }));
  const { key } = await givenAgent(harness.current);
  await refuse(
    'webhook not https',
    call('PUT', `${api}/me/webhook`, { token: key, body: { url: 'http://op.example' } }),
  );
}

async function refuseWhileClosed(): Promise<void> {
  const { token } = await givenTeam(harness.current);
  const set = (open: boolean) =>
    harness.current.call('PATCH', '/api/staff/v1/settings', {
      token,
      body: { intake_program_open: open, registration_open: open },
    });
  await set(false);
  await refuse('closed program', submit(harness.current));
  await refuse(
    'closed registration',
    harness.current.call('POST', `${api}/register`, { body: registrationBody(), headers: anywhere() }),
  );
  await set(true);
}

beforeAll(async () => {
  await refuseIntakes();
  await refuseRegistrations();
  await refuseWhileClosed();
});

const codes = [
  'invalid_request',
  'not_found',
  'unauthorized',
  'rate_limited',
  'program_disabled',
  'idempotency_conflict',
  'internal',
];

describe('an error of the agent surface', () => {
  it('an agent error is the body of each of these refusals', () => {
    const statuses = new Set([...refusals.values()].map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([400, 401, 404, 405, 409, 410, 429]);
  });

  it('an agent error has a sentence, and one of seven codes [A-ERR-001, A-ERR-002]', () => {
    for (const { body } of refusals.values()) {
      expect(body.error).toMatch(/^\S.*\.$/);
      expect(codes).toContain(body.code);
    }
  });

  it('an agent error has issues on 400 only, each with a path and a message [A-ERR-003, A-ERR-004]', () => {
    for (const [what, { status, body }] of refusals) {
      const listed = status === 400 && what !== 'wrong code';
      expect([what, Array.isArray(body.issues)]).toEqual([what, listed]);
      for (const issue of body.issues ?? []) {
        expect(issue).toStrictEqual({ path: expect.any(String), message: expect.stringMatching(/./) });
      }
    }
  });

  it('an agent error has no other member, except the two that the contract names [A-ERR-005]', () => {
    const named: Record<string, string> = { 'old agreement': 'current_version', 'wrong code': 'attempts_left' };
    for (const [what, { body }] of refusals) {
      const { error: _error, code: _code, issues: _issues, ...others } = body;
      expect([what, Object.keys(others)]).toEqual([what, what in named ? [named[what]] : []]);
    }
  });

  it('an agent error names each invalid field, with one entry for each [A-ERR-003, A-ERR-006]', async () => {
    const paths = ({ body }: Answer) => body.issues.map(({ path }: { path: string }) => path).toSorted();
    const intake = await submit(harness.current, {
      ...minimalIntake(),
      external_ref: 5,
      vehicle: { year: 1 },
      loss: { zip: 'x' },
    });
    expect(paths(intake)).toEqual(['external_ref', 'loss.zip', 'vehicle.year']);
    expect(paths(refusals.get('bad registration')!)).toEqual(['agent', 'agreement', 'operator']);
  });

  it('an agent error is unauthorized for a credential and not_found for an unknown id [A-ERR-008]', () => {
    for (const what of [
      'bad key',
      'poll without token',
      'poll with a wrong token',
      'me without key',
      'me with a bad key',
    ])
      expect([what, ...codeOf(what)]).toEqual([what, 401, 'unauthorized']);
    for (const what of ['poll of nothing', 'verify of nothing', 'unknown path'])
      expect([what, ...codeOf(what)]).toEqual([what, 404, 'not_found']);
  });

  it('an agent error is program_disabled for a closed program and for closed registration [A-ERR-009]', () => {
    expect([codeOf('closed program'), codeOf('closed registration')]).toEqual([
      [404, 'program_disabled'],
      [404, 'program_disabled'],
    ]);
  });

  it('an agent error is idempotency_conflict for a key used twice [A-ERR-010]', () => {
    expect(codeOf('key used twice')).toEqual([409, 'idempotency_conflict']);
  });

  it('an agent error is rate_limited on every 429, with the seconds to wait [A-ERR-011]', () => {
    for (const what of ['too many submissions', 'too many registrations', 'too many pending', 'locked']) {
      expect([what, ...codeOf(what)]).toEqual([what, 429, 'rate_limited']);
      expect(refusals.get(what)!.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
  });

  it('an agent error reveals nothing about internals and is not cached', () => {
    for (const { text, headers } of refusals.values()) {
      expect(text).not.toMatch(/node_modules|\.ts\b|select |intakes\.|stack/i);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^req_/);
    }
  });
});
