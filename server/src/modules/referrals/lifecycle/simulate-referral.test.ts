import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { bringTo, eventsAbout, eventTypes, givenReferral, partnerCalls, tracesOf } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
let staff = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  staff = await givenStaffToken(harness.current);
});

const call = (route: string, ...body: readonly [] | readonly [unknown]) =>
  partnerCalls(harness.current, caller.key)(route, ...body);

async function givenAt(status: string): Promise<string> {
  const { id } = await givenReferral(harness.current, caller.key);
  await bringTo(harness.current, caller.key, { id, status });
  return id;
}

const openFeature = (name: string, open: boolean) =>
  harness.current.call('PATCH', '/api/staff/v1/settings', { token: staff, body: { features: { [name]: open } } });

const statuses = ['invited', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled'];
const steps = ['accept', 'decline', 'expire', 'deliver', 'settle', 'close', undefined] as const;
/** The result of each step; missing steps are refused. */
const leads: Record<string, Record<string, string>> = {
  invited: { accept: 'activated', decline: 'declined', expire: 'expired', undefined: 'activated' },
  activated: { deliver: 'activated', settle: 'settled', close: 'closed', undefined: 'settled' },
  settled: { deliver: 'settled', close: 'closed', undefined: 'closed' },
};

describe('simulate', () => {
  it.each(statuses.flatMap((status) => steps.map((step) => [status, step] as const)))(
    'a referral that is %s by the step %s moves it as T6 does, or not at all [P-SIM-001]',
    async (status, step) => {
      const id = await givenAt(status);
      const before = await tracesOf(harness.current, id);
      const told = (await eventsAbout(harness.current, id)).length;
      harness.current.clock.advance(1);
      const answer = await call(
        `POST /referrals/${id}/simulate`,
        ...(step === undefined ? ([] as const) : ([{ step }] as const)),
      );
      const to = leads[status]?.[String(step)];
      if (to === undefined) {
        expect([answer.status, answer.body.code, answer.body.current_status]).toEqual([409, 'invalid_state', status]);
        expect(await tracesOf(harness.current, id)).toEqual(before);
        return;
      }
      expect([answer.status, answer.body.status]).toEqual([200, to]);
      const events = await eventsAbout(harness.current, id);
      if (step === 'deliver') return void expect(events.length).toBe(told);
      const last = events.at(-1)!;
      expect([last.type, last.data.referral.status, last.livemode]).toEqual([`referral.${to}`, to, false]);
      if (to === 'activated') expect(last.data).toMatchObject({ via: 'simulation' });
    },
  );

  it('simulate settles at 2,500 dollars above the offer', async () => {
    const id = await givenAt('settled');
    const row = await harness.current.ctx.db.find({
      text: 'select improvement_cents as increase from referrals.referrals where id = $1',
      values: [id],
    });
    expect(Number((row as { increase: string }).increase)).toBe(250_000);
  });

  it.each([[{ step: 'cancel' }], [{ step: null }], [{ steps: 'accept' }], [{ step: 'Accept' }]])(
    'simulate refuses %j',
    async (body) => {
      const id = await givenAt('invited');
      expect((await call(`POST /referrals/${id}/simulate`, body)).status).toBe(400);
    },
  );

  it('simulate accepts no body, an empty one and an empty object for the next step', async () => {
    for (const raw of [undefined, '', '{}']) {
      const id = await givenAt('invited');
      const options = raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json' } };
      const answer = await harness.current.call('POST', `/api/gap/v1/referrals/${id}/simulate`, {
        token: caller.key,
        ...options,
      });
      expect([raw, answer.status, answer.body.status]).toEqual([raw, 200, 'activated']);
    }
  });

  it('simulate is for the sandbox only: a live credential is refused before its referral is looked up [P-SIM-002]', async () => {
    const live = await givenPartner(harness.current, { livemode: true });
    const { id } = await givenReferral(harness.current, live.key);
    const before = await tracesOf(harness.current, id);
    for (const referral of [id, 'ref_unknown']) {
      const { status, body } = await partnerCalls(harness.current, live.key)(`POST /referrals/${referral}/simulate`);
      expect([status, body.code]).toEqual([403, 'test_mode_only']);
    }
    expect((await call(`POST /referrals/${id}/simulate`)).status).toBe(404);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it('simulate and attest are available with the referral sandbox [P-SIM-003, P-ATTEST-002]', async () => {
    const id = await givenAt('invited');
    await openFeature('referral_sandbox', false);
    for (const operation of ['simulate', 'attest']) {
      const { status, body } = await call(`POST /referrals/${id}/${operation}`, {});
      expect([status, body.code]).toEqual([404, 'operation_not_open']);
    }
    await openFeature('referral_sandbox', true);
    expect((await call(`POST /referrals/${id}/simulate`)).status).toBe(200);
  });

  it('simulate goes from the invitation to the end, each milestone at its time [P-REF-006, P-REF-007, P-REF-010]', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const at: Record<string, string> = {};
    for (const milestone of ['activated_at', 'settled_at', 'closed_at']) {
      harness.current.clock.advance(3600);
      const { body } = await call(`POST /referrals/${id}/simulate`);
      at[milestone] = harness.current.clock.now().toISOString();
      expect(body).toMatchObject({ ...at, consultation_number: expect.stringMatching(/^CN-T\d{7}$/) });
      for (const later of ['activated_at', 'settled_at', 'closed_at'].filter((name) => !(name in at)))
        expect(body[later]).toBeNull();
    }
  });
});

const attestation = {
  attestor_name: 'Pat Teller',
  channel: 'phone',
  attestation: 'I told the borrower, who wants to be called.',
};
const attest = (id: string, body: unknown) => call(`POST /referrals/${id}/attest`, body);

describe('attest', () => {
  it('attest records the consent and activates immediately, with a priority call [P-ATTEST-001, P-FULL-010]', async () => {
    const id = await givenAt('invited');
    harness.current.clock.advance(60);
    const now = harness.current.clock.now().toISOString();
    const { status, body } = await attest(id, { ...attestation, confirmed_at: '2026-11-15T06:00:00-05:00' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'activated',
      activated_at: now,
      program: { locked: true },
      consent: {
        mode: 'warm_handoff',
        disclosure_confirmed_at: '2026-11-15T11:00:00.000Z',
        disclosure_channel: 'phone',
        disclosure_attestor_name: 'Pat Teller',
      },
    });
    const board = await harness.current.call('GET', '/api/staff/v1/board?test=true', { token: staff });
    const place = board.body.data.find(({ source_id: source }: { source_id: string }) => source === id);
    expect(place).toMatchObject({ number: body.consultation_number, priority: true, test: true, source: 'referral' });
    expect((await eventsAbout(harness.current, id)).at(-1)!.data).toMatchObject({ via: 'warm_handoff' });
    const row = await harness.current.ctx.db.find<{ acceptance: unknown }>({
      text: 'select acceptance from referrals.referrals where id = $1',
      values: [id],
    });
    expect(row?.acceptance).toEqual({ at: now, attestation: attestation.attestation });
  });

  it('attest uses the current time by default, and accepts clocks that are five minutes ahead', async () => {
    const [now, ahead] = [await givenAt('invited'), await givenAt('invited')];
    const at = harness.current.clock.now();
    expect((await attest(now, attestation)).body.consent.disclosure_confirmed_at).toBe(at.toISOString());
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000).toISOString();
    const tooFar = await attest(ahead, { ...attestation, confirmed_at: later(300.001) });
    expect([tooFar.status, tooFar.body.issues[0].path]).toEqual([400, 'confirmed_at']);
    expect((await attest(ahead, { ...attestation, confirmed_at: later(300) })).status).toBe(200);
  });

  it.each(statuses.slice(1))('attest is refused when the referral is %s', async (status) => {
    const id = await givenAt(status);
    const before = await tracesOf(harness.current, id);
    const { status: answered, body } = await attest(id, attestation);
    expect([answered, body.code, body.current_status]).toEqual([409, 'invalid_state', status]);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it.each([
    ['attestor_name', undefined],
    ['attestor_name', ''],
    ['attestor_name', ' '],
    ['attestor_name', 'x'.repeat(121)],
    ['channel', undefined],
    ['channel', 'fax'],
    ['attestation', undefined],
    ['attestation', 'x'.repeat(19)],
    ['attestation', 'x'.repeat(1001)],
    ['confirmed_at', 'yesterday'],
    ['confirmed_at', null],
    ['confirmed_at', '2027-01-01'],
    ['mode', 'warm_handoff'],
  ])('attest refuses %s %j', async (name, value) => {
    const id = await givenAt('invited');
    const { status, body } = await attest(id, { ...attestation, [name]: value });
    expect([status, new Set(body.issues.map(({ path }: { path: string }) => path))]).toEqual([400, new Set([name])]);
    expect(await eventTypes(harness.current, id)).toHaveLength(2);
  });

  it.each(['phone', 'email', 'in_person', 'chat', 'letter'])(
    'attest accepts %s, in live mode too, and the longest texts',
    async (channel) => {
      const live = await givenPartner(harness.current, { livemode: true });
      const { id } = await givenReferral(harness.current, live.key);
      const longest = { attestor_name: '漢'.repeat(120), channel, attestation: '😀'.repeat(1000) };
      const { status, body } = await partnerCalls(harness.current, live.key)(`POST /referrals/${id}/attest`, longest);
      expect([status, body.consent.disclosure_channel]).toEqual([200, channel]);
      expect(body.consultation_number).toMatch(/^CN-\d{8}$/);
    },
  );

  it('attest is executed once per Idempotency-Key', async () => {
    const id = await givenAt('invited');
    const send = () =>
      harness.current.call('POST', `/api/gap/v1/referrals/${id}/attest`, {
        token: caller.key,
        body: attestation,
        headers: { 'idempotency-key': id },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.activated']);
  });
});
