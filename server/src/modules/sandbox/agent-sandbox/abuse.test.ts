import { describe, expect, it } from 'vitest';
import { factSources } from '#app/callbacks';
import { recordCustomerFacts } from '#modules/consultations';
import { freshAddress } from '#testing/agents';
import { givenIntake, givenTeam, minimalIntake, newEmail, newPhone, poll, submit, asStranger } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { at, givenTestAgent, givenTestIntake, step, submitTest } from './testing.ts';

const harness = useHarness({ intakeAnonPerMin: 3, MARKETCHECK_API_KEY: 'synthetic-key' });

const staff = async (path: string, token: string) => harness.current.call('GET', `/api/staff/v1${path}`, { token });

describe('a bad caller of the sandbox', () => {
  it('sandbox submissions have separate counters, so live submissions from the same address continue', async () => {
    const headers = freshAddress();
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await submitTest(harness.current, {}, { headers })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await submit(harness.current, minimalIntake(), { headers })).status).toBe(201);
  });

  it("more keys do not allow more stored data, because the client's address is counted too", async () => {
    const headers = freshAddress();
    const keys = await Promise.all(Array.from({ length: 3 }, () => givenTestAgent(harness.current)));
    const statuses = [];
    for (const { key: token } of keys)
      for (let turn = 0; turn < 18; turn += 1)
        statuses.push((await submitTest(harness.current, {}, { headers, token })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(36);
    expect(statuses.slice(36).every((status) => status === 429)).toBe(true);
  });

  it('the sandbox reveals nothing about a live person: listed and unknown people look the same', async () => {
    const team = await givenTeam(harness.current);
    const [listed, unknown, active] = [newEmail(), newEmail(), newEmail()];
    await team.post('/do-not-contact', { email: listed });
    await submit(harness.current, minimalIntake({ customer: { email: active } }), asStranger());
    await team.post('/discounts', { email: active, source: 'campaign' });
    const answers = [];
    for (const email of [listed, unknown, active]) {
      const { body } = await submitTest(harness.current, { customer: { email } }, { headers: freshAddress() });
      const { status, pricing, contact_policy: policy, missing_fields: missing } = body;
      answers.push({ status, pricing, policy, missing });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[2]).toEqual(answers[1]);
  });

  it('puts nobody on the live do-not-contact list, and moves no live intake of the same number', async () => {
    const team = await givenTeam(harness.current);
    const customer = { email: newEmail(), phone: newPhone() };
    const test = await givenTestIntake(harness.current, { customer }, { headers: freshAddress() });
    const { body } = await harness.current.call('GET', `/sandbox/api/intakes/${test.intake_id}/messages`, {
      token: test.poll_token,
    });
    const links = body.messages.flatMap((one: { links: string[] }) => one.links);
    const stop = new URL(links.find((one: string) => one.includes('/stop/')));
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const pressed = await harness.current.call('POST', stop.pathname, { raw: 'decision=stop', headers: form });
    expect(pressed.status).toBe(200);
    const real = await submit(harness.current, minimalIntake({ customer }), { headers: freshAddress() });
    expect([real.status, real.body.status]).toEqual([201, 'received']);
    const other = { email: newEmail(), phone: newPhone() };
    const [mine, theirs] = [
      await givenTestIntake(harness.current, { customer: other }, { headers: freshAddress() }),
      (await submit(harness.current, minimalIntake({ customer: other }), { headers: freshAddress() })).body,
    ];
    await step(harness.current, mine, 'not_requested');
    expect((await poll(harness.current, theirs)).body.status).toBe('received');
    const called = await team.call(theirs.intake_id, 'do_not_contact');
    expect(called.body.logged.applied_to).toEqual([]);
  });

  it("the team's lists leave out sandbox cases: board, search, queue, agents, figures", async () => {
    const team = await givenTeam(harness.current);
    const { key, principalId } = await givenTestAgent(harness.current);
    const customer = { email: newEmail(), phone: newPhone(), first_name: 'Sandra', last_name: 'Boxley' };
    const before = await staff('/board/load', team.token);
    const test = await givenTestIntake(harness.current, { customer, loss: { zip: '10001' } }, { token: key });
    const after = await staff('/board/load', team.token);
    expect(after.body).toEqual(before.body);
    for (const path of ['/board?limit=100', '/board/columns', '/board/agents']) {
      const { status, text } = await staff(path, team.token);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain(test.intake_id);
      expect(text).not.toContain(principalId);
    }
    const searched = await staff(`/board/search?q=${encodeURIComponent(customer.email)}`, team.token);
    expect([searched.status, searched.text.includes(test.intake_id)]).toEqual([200, false]);
  });

  it('has no paid provider asked: not for a plate, not for listings', async () => {
    const vehicle = { plate: 'SANDBOX', plate_state: 'TX' };
    const { key: token } = await givenTestAgent(harness.current);
    const known = await givenTestIntake(harness.current, { vehicle, loss: { zip: '78701' } }, { token });
    expect(known.missing_fields).not.toContain('vehicle.vin');
    expect(known.preliminary?.vehicle_label).toBe('2003 Honda Accord');
    const unknown = await givenTestIntake(
      harness.current,
      { vehicle: { plate: 'ABC1234', plate_state: 'TX' } },
      { token },
    );
    expect(unknown.missing_fields).toContain('vehicle.vin');
    const count = async (table: string) =>
      (
        await harness.current.ctx.db.find<{ n: number }>({
          text: `select count(*)::int as n from ${table}`,
          values: [],
        })
      )?.n;
    expect([await count('market.feed_requests'), await count('vehicles.plate_lookups')]).toEqual([0, 0]);
    await submit(harness.current, minimalIntake({ vehicle: { vin: '1HGCM82633A004352' }, loss: { zip: '78701' } }));
    expect(await count('market.feed_requests')).toBe(1);
  });

  it('cannot keep what they store: after a month it is gone with everything about it, and live rows are as they were', async () => {
    const { sweeps } = await import('#app/workers/sweeps');
    const { sweepOnce } = await import('#platform/jobs');
    const { ctx, clock } = harness.current;
    const real = await givenIntake(harness.current);
    const agent = await givenTestAgent(harness.current);
    const test = await givenTestIntake(harness.current, {}, { token: agent.key });
    await step(harness.current, test, 'confirm');
    await step(harness.current, test, 'start');
    const purge = async () => {
      for (const one of sweeps(ctx).filter(
        ({ name }) => name.startsWith('agent-sandbox.') || name === 'customers.purge-mailboxes',
      ))
        await sweepOnce(one, ctx);
    };
    const left = async (text: string) =>
      (await ctx.db.find<{ n: number }>({ text: `select count(*)::int as n from ${text}`, values: [] }))?.n;
    const counts = async () => [
      await left('intakes.intakes where not livemode'),
      await left('consultations.consultations where test'),
      await left(`customers.messages where state = 'sandbox'`),
      await left(`intakes.poll_tokens t where not exists (select from intakes.intakes i where i.id = t.intake_id)`),
      await left(`intakes.links t where not exists (select from intakes.intakes i where i.id = t.intake_id)`),
    ];
    await purge();
    expect((await counts())[0]).toBeGreaterThan(0);
    clock.advance(31 * 86_400);
    await purge();
    expect(await counts()).toEqual([0, 0, 0, 0, 0]);
    expect(await left(`intakes.intakes where id = '${real.intake_id}'`)).toBe(1);
    expect((await harness.current.call('GET', `${at}/me`, { token: agent.key })).status).toBe(200);
    clock.advance(91 * 86_400);
    await purge();
    await purge();
    expect(await left('credentials.principals where not livemode')).toBe(0);
    expect((await harness.current.call('GET', `${at}/me`, { token: agent.key })).status).toBe(401);
  });

  it('an intake under a legal hold stays, and does not delay the deletion of others', async () => {
    const { sweeps } = await import('#app/workers/sweeps');
    const { sweepOnce } = await import('#platform/jobs');
    const { ctx, clock } = harness.current;
    const [written, other] = [await givenTestIntake(harness.current), await givenTestIntake(harness.current)];
    const consultation = await ctx.db.find<{ id: string }>({
      text: 'select consultation_id as id from intakes.intakes where id = $1',
      values: [written.intake_id],
    });
    await recordCustomerFacts(ctx, factSources, {
      consultationId: consultation?.id ?? '',
      values: { odometer: 12_345 },
    });
    clock.advance(31 * 86_400);
    for (const one of sweeps(ctx).filter(({ name }) => name === 'agent-sandbox.purge-intakes'))
      await sweepOnce(one, ctx);
    const { rows } = await ctx.db.pool.query<{ id: string }>('select id from intakes.intakes where id = any($1)', [
      [written.intake_id, other.intake_id],
    ]);
    expect(rows).toEqual([{ id: written.intake_id }]);
  });
});
