import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { minimalIntake, submit } from '#testing/intakes';
import { givenAgent } from './testing.ts';

const harness = useHarness();

const setStatus = (principalId: string, body: unknown, token?: string) =>
  harness.current.call('POST', `/api/staff/v1/agents/${principalId}/status`, {
    body,
    ...(token === undefined ? {} : { token }),
  });

describe('the status of an agent', () => {
  it("an agent's status is set by staff only", async () => {
    const { key, principalId } = await givenAgent(harness.current);
    const staffToken = await givenStaffToken(harness.current);
    const body = { status: 'suspended' };
    expect((await setStatus(principalId, body)).status).toBe(401);
    expect((await setStatus(principalId, body, key)).status).toBe(401);
    expect((await harness.current.call('GET', '/api/agent/v1/me', { token: key })).status).toBe(200);
    expect((await setStatus(principalId, body, staffToken)).status).toBe(200);
    expect((await harness.current.call('GET', '/api/agent/v1/me', { token: key })).status).toBe(401);
  });

  it("an agent's status is one of three, and the agent must exist", async () => {
    const { principalId } = await givenAgent(harness.current);
    const token = await givenStaffToken(harness.current);
    const refused = [{}, { status: 'banned' }, { status: null }, { status: 'active', reason: 'x' }];
    for (const body of refused) expect((await setStatus(principalId, body, token)).status).toBe(400);
    expect((await setStatus('agt_unknown', { status: 'active' }, token)).status).toBe(404);
  });

  it("a suspended agent is shut out, and its customers' consultations are unaffected", async () => {
    const { key, principalId } = await givenAgent(harness.current);
    const token = await givenStaffToken(harness.current);
    const { body: intake } = await submit(harness.current, minimalIntake(), { token: key });
    await setStatus(principalId, { status: 'suspended' }, token);
    const path = `/api/agent/v1/intakes/${intake.intake_id}`;
    expect((await submit(harness.current, minimalIntake(), { token: key })).status).toBe(401);
    expect((await harness.current.call('GET', path, { token: key })).status).toBe(401);
    expect((await harness.current.call('GET', path, { token: intake.poll_token })).body.status).toBe('received');
    await harness.current.sendMessages();
    expect((await harness.current.call('GET', path, { token: intake.poll_token })).body.status).toBe('welcome_sent');
  });
});
