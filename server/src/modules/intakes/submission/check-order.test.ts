import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { useHarness, type Answer } from '#test/harness';
import { givenIntake, givenTeam, minimalIntake, newEmail, submit, type Team } from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const setProgram = (open: boolean): Promise<Answer> =>
  harness.current.call('PATCH', '/api/staff/v1/settings', { token: team.token, body: { intake_program_open: open } });

afterEach(() => setProgram(true));

/** Counts all rows that creating an intake writes. */
async function countEffects(): Promise<unknown> {
  const text = `select (select count(*) from intakes.intakes) as intakes,
    (select count(*) from consultations.consultations) as consultations,
    (select count(*) from customers.messages) as messages, (select count(*) from events.events) as events`;
  return harness.current.ctx.db.find({ text, values: [] });
}

let keys = 0;
const newKey = () => ({ 'idempotency-key': `order-${(keys += 1)}` });
const unserved = { loss: { loss_state: 'ZZ' } };

describe('when several answers apply', () => {
  it('a bad credential is reported before a bad body', async () => {
    const bad = { headers: { authorization: 'Bearer svc_agent_unknown' } };
    const { status, body } = await submit(harness.current, { nothing: 'right' }, bad);
    expect([status, body.code]).toEqual([401, 'unauthorized']);
    const unreadable = await harness.current.call('POST', '/api/agent/v1/intakes', { raw: '{', ...bad });
    expect(unreadable.status).toBe(401);
  });

  it('a bad body is reported before a replay or a conflict of its Idempotency-Key', async () => {
    const headers = newKey();
    const body = minimalIntake();
    expect((await submit(harness.current, body, { headers })).status).toBe(201);
    expect((await submit(harness.current, { ...body, extra: 1 }, { headers })).status).toBe(400);
    expect((await submit(harness.current, { ...body, external_ref: 'other' }, { headers })).status).toBe(409);
  });

  it('a bad body is reported before a closed program', async () => {
    await setProgram(false);
    expect((await submit(harness.current, {})).status).toBe(400);
  });

  it('a replay and a conflict are reported before a closed program', async () => {
    const headers = newKey();
    const body = minimalIntake();
    const first = await submit(harness.current, body, { headers });
    await setProgram(false);
    const replay = await submit(harness.current, body, { headers });
    const conflict = await submit(harness.current, minimalIntake(), { headers });
    expect([replay.status, replay.body.intake_id]).toEqual([200, first.body.intake_id]);
    expect(conflict.status).toBe(409);
  });

  it('a closed program is reported before a customer who is not eligible, and before a duplicate', async () => {
    const email = newEmail();
    await givenIntake(harness.current, { customer: { email } });
    await setProgram(false);
    const again = minimalIntake({ customer: { email } });
    expect((await submit(harness.current, again)).status).toBe(404);
    expect((await submit(harness.current, minimalIntake(unserved))).status).toBe(404);
    await setProgram(true);
    expect((await submit(harness.current, again)).body.status).toBe('duplicate');
  });

  it('not_eligible is reported before duplicate', async () => {
    const email = newEmail();
    await givenIntake(harness.current, { customer: { email } });
    const { status, body } = await submit(harness.current, minimalIntake({ customer: { email }, ...unserved }));
    expect([status, body.status]).toEqual([200, 'not_eligible']);
  });
});

describe('a closed program', () => {
  it('a closed program gets 404 program_disabled and creates nothing; it accepts again when it is reopened [A-INTAKE-007]', async () => {
    await setProgram(false);
    const before = await countEffects();
    const closed = await submit(harness.current);
    expect([closed.status, closed.body.code]).toEqual([404, 'program_disabled']);
    expect(await countEffects()).toEqual(before);
    await setProgram(true);
    expect((await submit(harness.current)).status).toBe(201);
  });

  it('a closed program still shows the intakes it accepted', async () => {
    const receipt = await givenIntake(harness.current);
    await setProgram(false);
    const { status } = await harness.current.call('GET', `/api/agent/v1/intakes/${receipt.intake_id}`, {
      token: receipt.poll_token,
    });
    expect(status).toBe(200);
  });
});

describe('an Authorization header that grants nothing', () => {
  it('an invalid Authorization header is never treated as none: 401, and nothing is created', async () => {
    const { poll_token: pollToken } = await givenIntake(harness.current);
    const rotated = await givenAgent(harness.current);
    await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token: rotated.key });
    const suspended = await givenAgent(harness.current);
    await team.post(`/agents/${suspended.principalId}/status`, { status: 'suspended' });
    const unverified = await givenAgent(harness.current);
    await team.post(`/agents/${unverified.principalId}/status`, { status: 'unverified' });
    const { key } = await givenAgent(harness.current);
    const before = await countEffects();
    const headers = [
      '',
      'Bearer',
      'Bearer  ',
      key,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      `Token ${key}`,
      `Bearer ${key} x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.toUpperCase()}`,
      'Bearer svc_agent_',
      `Bearer ${pollToken}`,
      `Bearer ${team.token}`,
      `Bearer ${rotated.key}`,
      `Bearer ${suspended.key}`,
      `Bearer ${unverified.key}`,
    ];
    for (const authorization of headers) {
      const {
        status,
        body,
        headers: answered,
      } = await submit(harness.current, minimalIntake(), {
        headers: { authorization },
      });
      expect([authorization, status, body]).toEqual([
        authorization,
        401,
        { error: 'A valid credential is required.', code: 'unauthorized' },
      ]);
      expect(answered.get('www-authenticate')).toBe('Bearer realm="agent"');
    }
    expect(await countEffects()).toEqual(before);
  });

  it("a reactivated agent's Authorization header works again as before", async () => {
    const { key, principalId } = await givenAgent(harness.current);
    await team.post(`/agents/${principalId}/status`, { status: 'suspended' });
    expect((await submit(harness.current, minimalIntake(), { token: key })).status).toBe(401);
    await team.post(`/agents/${principalId}/status`, { status: 'active' });
    expect((await submit(harness.current, minimalIntake(), { token: key })).status).toBe(201);
  });
});
