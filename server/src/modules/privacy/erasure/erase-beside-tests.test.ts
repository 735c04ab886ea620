import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { randomBase62 } from '#lib/tokens/base62';
import { newId } from '#lib/tokens/ids';
import { RequestRecorder } from '#modules/portal';
import { findTraces } from '#test/database/find-traces';
import { untilLogged } from '#test/fixtures/logged-calls';
import { useHarness } from '#test/harness';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { freshAddress, registrationOf } from '#testing/agents';
import { givenIntake, newPhone } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { findDataSubject } from '../privacy.ts';
import { eraseCustomer } from './erase-customer.ts';

// Sandbox and developer data reveal neither more nor less about a person than they should.

const harness = useHarness();
const erase = (name: string) => eraseCustomer(harness.current.ctx, { name, by: 'test', close: closeErased });
const newMark = (): string => `zq${randomBase62(12).toLowerCase()}`;

describe('an unauthenticated client that types a live person’s contacts in the sandbox', () => {
  it("sandbox contacts do not prevent an erasure from finding the live person's data", async () => {
    const h = harness.current;
    const customer = { email: `${newMark()}@example.com`, phone: newPhone() };
    const { intake_id: id } = await givenIntake(h, { customer });
    const alone = (await findDataSubject(h.ctx, id)).contacts;
    await givenTestIntake(h, { customer }, { headers: freshAddress() });
    expect(alone).toEqual([customer.email, `+1${customer.phone}`]);
    expect((await findDataSubject(h.ctx, id)).contacts).toEqual(alone);
  });

  it("an erasure removes a test agent's operator address when its owner asks, and the agent keeps working", async () => {
    const h = harness.current;
    const mark = newMark();
    const { key } = await givenTestAgent(h, registrationOf(`${mark}@example.com`));
    expect(await findTraces(h.ctx, [mark])).toContain('agents.profiles');
    await erase(`${mark}@example.com`);
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    const at = '/sandbox/api/agent/v1/me';
    const rotated = await h.call('POST', `${at}/rotate-key`, { token: key });
    expect(rotated.status).toBe(201);
    expect((await h.call('GET', at, { token: rotated.body.api_key })).body.operator).toEqual({
      name: '',
      email_masked: '***@',
    });
  });
});

describe('a test call answered before an erasure and logged after it', () => {
  it('the log of that call omits its content; a call that began later is logged completely', async () => {
    const h = harness.current;
    const mark = newMark();
    const { institutionId, keyId: credentialId, key } = await givenPartner(h);
    const borrower = { first_name: 'Synthetic', last_name: 'Borrower', email: `${mark}@example.com` };
    const { id } = await givenReferral(h, key, { borrower });
    await untilLogged(h, [id]);
    const answered = (words: string): Parameters<RequestRecorder['add']>[0] => ({
      id: newId('req', new Date()),
      at: h.clock.now(),
      method: 'GET',
      route: '/api/gap/v1/referrals',
      path: '/api/gap/v1/referrals',
      queryNames: [],
      status: 200,
      code: undefined,
      issuePaths: [],
      durationMs: 1,
      clientAddress: '203.0.113.7',
      replayed: false,
      objectIds: [],
      owner: { institutionId, livemode: false, credentialId },
      content: { target: `/${words}`, headers: [], requestBody: undefined, responseBody: undefined },
    });
    const [late, next] = [answered(mark), newMark()];
    const recorder = new RequestRecorder({ ...h.ctx, db: h.apiDb });
    recorder.add(late);
    await erase(id);
    await recorder.stop();
    const { rows } = await h.ctx.db.pool.query('select from request_log.requests where id = $1', [late.id]);
    expect(rows).toHaveLength(1);
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    h.clock.advance(60);
    const after = new RequestRecorder({ ...h.ctx, db: h.apiDb });
    after.add(answered(next));
    await after.stop();
    expect(await findTraces(h.ctx, [next])).toContain('request_log.contents.encrypted_content');
  });
});
