import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { messageRows } from '#testing/customers';
import { givenPartner } from '#testing/partners';
import type { NewReferral, ReferralView } from '../schemas.ts';
import { bringTo, eventTypes, givenReferral, partnerCalls, referralBody, syntheticVin } from '../testing.ts';
import { createReferrals } from './create-referrals.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a new referral', () => {
  it('a new referral is invited, has all sent members, and is found at its Location [P-REF-001, P-REF-002, P-REF-003, P-REF-007, P-REF-008]', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const sent = referralBody({ external_ref: 'loan-1' });
    const { status, body, headers } = await call('POST /referrals', sent);
    const now = harness.current.clock.now();
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://makewhole.test/api/gap/v1/referrals/${body.id}`);
    expect(Object.entries(body)).toEqual(
      Object.entries({
        id: expect.stringMatching(/^ref_[0-9A-Za-z]{24}$/),
        object: 'gap.referral',
        status: 'invited',
        external_ref: 'loan-1',
        created_at: now.toISOString(),
        invited_at: now.toISOString(),
        invitation_expires_at: new Date(now.getTime() + 14 * 86_400_000).toISOString(),
        activated_at: null,
        settled_at: null,
        closed_at: null,
        status_label: 'Invited',
        status_tone: 'info',
        status_note: null,
        borrower: { ...sent.borrower, phone: '+12125550142' },
        vehicle: sent.vehicle,
        claim: { ...sent.claim, date_of_loss: '2026-11-01T00:00:00.000Z' },
        liability: sent.liability,
        program: { mode: 'borrower_paid', subsidy_type: null, subsidy_value: null, price_cents: 49_700, locked: false },
        consent: {
          mode: 'invitation',
          disclosure_confirmed_at: null,
          disclosure_channel: null,
          disclosure_attestor_name: null,
        },
        submitted_via: 'api',
        livemode: false,
        consultation_number: null,
      }),
    );
    for (const name of ['created_at', 'invited_at', 'invitation_expires_at']) expect(body[name]).toMatch(timestamp);
    expect((await call(`GET /referrals/${body.id}`)).body).toEqual(body);
    const list = await call('GET /referrals');
    expect(list.body).toEqual({ object: 'list', data: [body], has_more: false, next_cursor: null });
    const head = await call(`HEAD /referrals/${body.id}`);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('a new referral stores one spelling of equivalent values', async () => {
    const { key } = await givenPartner(harness.current);
    const vin = syntheticVin();
    const body: ReferralView = await givenReferral(harness.current, key, {
      borrower: { first_name: ' Ann ', last_name: 'd’Arc', email: 'Ann@Example.COM', phone: '1 (212) 555.0142' },
      vehicle: { vin: vin.toLowerCase(), year: 2021.0, make: 'Synthetic', model: 'Sedan' },
      claim: { ...referralBody().claim, loss_state: 'ny', date_of_loss: '2026-10-31T20:30:00.5-05:00' },
    });
    expect(body).toMatchObject({
      borrower: { first_name: ' Ann ', last_name: 'd’Arc', email: 'ann@example.com', phone: '+12125550142' },
      vehicle: { vin, year: 2021 },
      claim: { loss_state: 'NY', date_of_loss: '2026-11-01T01:30:00.500Z' },
    });
  });

  it.each([
    ['email', { email: 'only@example.com' }, { email: 'only@example.com', phone: null }],
    ['phone', { phone: '2125550199' }, { email: null, phone: '+12125550199' }],
  ])('a new referral needs one contact, and one is enough: %s', async (_which, contact, shown) => {
    const { key } = await givenPartner(harness.current);
    const names = { first_name: 'Synthetic', last_name: 'Borrower' };
    const body = await givenReferral(harness.current, key, { borrower: { ...names, ...contact } });
    expect(body.borrower).toEqual({ ...names, ...shown });
    const none = await partnerCalls(harness.current, key)('POST /referrals', referralBody({ borrower: names }));
    expect([none.status, none.body.issues]).toEqual([
      400,
      [{ path: 'borrower', message: 'needs an email or a phone' }],
    ]);
  });

  it.each([
    [{ mode: 'borrower_paid', subsidy_type: null, subsidy_value: null }, 49_700],
    [{ mode: 'institution_paid', subsidy_type: null, subsidy_value: null }, 0],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 0 }, 49_700],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 20_000 }, 29_700],
    [{ mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 49_701 }, 0],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 0 }, 49_700],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 33 }, 33_299],
    [{ mode: 'subsidized', subsidy_type: 'percent', subsidy_value: 100 }, 0],
  ] as const)("a new referral's price for the borrower is fixed by the program: %j", async (program, price) => {
    const { key, institutionId } = await givenPartner(harness.current, { institution: { program } });
    const token = await givenStaffToken(harness.current);
    const made = await givenReferral(harness.current, key);
    expect(made.program).toEqual({ ...program, price_cents: price, locked: false });
    await harness.current.call('PATCH', `/api/staff/v1/institutions/${institutionId}`, {
      token,
      body: { program: { mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 1 } },
    });
    await bringTo(harness.current, key, { id: made.id, status: 'activated' });
    const { body } = await partnerCalls(harness.current, key)(`GET /referrals/${made.id}`);
    expect(body.program).toEqual({ ...program, price_cents: price, locked: true });
    expect((await givenReferral(harness.current, key)).program.price_cents).toBe(49_699);
  });

  it('a new referral is created once per Idempotency-Key; a replay is marked, another body is refused', async () => {
    const { key } = await givenPartner(harness.current);
    const send = (body: NewReferral) =>
      harness.current.call('POST', '/api/gap/v1/referrals', { token: key, body, headers: { 'idempotency-key': 'k1' } });
    const body = referralBody();
    const first = await send(body);
    const again = await send(body);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await eventTypes(harness.current, first.body.id)).toEqual(['referral.created', 'referral.invited']);
    const other = await send(referralBody());
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  it('a new referral is refused to a read-only credential, and with an unknown parameter', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const reader = await givenPartner(harness.current, { institutionId, role: 'read_only' });
    const refused = await partnerCalls(harness.current, reader.key)('POST /referrals', referralBody());
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const { status, body } = await partnerCalls(harness.current, key)('POST /referrals?dry_run=1', referralBody());
    expect([status, body.issues]).toEqual([400, [{ path: 'dry_run', message: 'is not a known member' }]]);
  });
});

describe('a second referral of the same vehicle', () => {
  it.each(['invited', 'activated', 'settled'])(
    'a second referral is refused while the first is %s, and the error names the first',
    async (status) => {
      const { key } = await givenPartner(harness.current);
      const { id, vehicle } = await givenReferral(harness.current, key);
      await bringTo(harness.current, key, { id, status });
      const second = referralBody({ vehicle: { ...vehicle, vin: vehicle.vin.toLowerCase() } });
      const answer = await partnerCalls(harness.current, key)('POST /referrals', second);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'referral_exists', status: 409, referral_id: id });
      expect(await eventTypes(harness.current, id)).not.toContain('referral.updated');
    },
  );

  it.each(['closed', 'declined', 'expired', 'canceled'])(
    'a second referral is created when the first is %s',
    async (status) => {
      const { key } = await givenPartner(harness.current);
      const { id, vehicle } = await givenReferral(harness.current, key);
      await bringTo(harness.current, key, { id, status });
      expect((await givenReferral(harness.current, key, { vehicle })).id).not.toBe(id);
    },
  );

  it('another institution, and the other mode, can refer the same vehicle', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const { vehicle } = await givenReferral(harness.current, key);
    const live = await givenPartner(harness.current, { institutionId, livemode: true });
    const other = await givenPartner(harness.current);
    expect((await givenReferral(harness.current, live.key, { vehicle })).livemode).toBe(true);
    expect((await givenReferral(harness.current, other.key, { vehicle })).livemode).toBe(false);
  });

  it('twenty concurrent second referrals create one; the others get its id', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const { vehicle } = referralBody();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /referrals', referralBody({ vehicle }))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.referral_id);
    expect(refused).toEqual(Array.from({ length: 19 }, () => made[0]!.body.id));
    expect((await call('GET /referrals')).body.data).toHaveLength(1);
  });

  it('a second referral succeeds if the first ends just before the conflict would be reported', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const first = await givenReferral(harness.current, key);
    const tenant = { institutionId, livemode: false };
    const requests = [referralBody({ vehicle: first.vehicle })];
    const [second] = await transact(harness.current.ctx, async (tx) => {
      const many: typeof tx.db.many = async (query) => {
        const rows = await tx.db.many(query);
        // Between the skipped insert and the lookup of the conflicting referral.
        if (query.name === 'referrals.insert' && rows.length === 0)
          await bringTo(harness.current, key, { id: first.id, status: 'canceled' });
        return rows;
      };
      const db = { many, find: tx.db.find.bind(tx.db), write: tx.db.write.bind(tx.db) };
      return createReferrals({ ...tx, db }, { tenant, submittedVia: 'api', requests });
    });
    expect(second).toMatchObject({ status: 'invited', vehicle: first.vehicle });
  });
});

describe('a borrower on the do-not-contact list', () => {
  it.each(['email', 'phone'] as const)('a borrower listed by %s is referred and gets no message', async (which) => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const token = await givenStaffToken(harness.current);
    const contacts = {
      email: `${crypto.randomUUID()}@example.com`,
      phone: which === 'email' ? '2125550111' : '2125550112',
    };
    const path = '/api/staff/v1/do-not-contact';
    await harness.current.call('POST', path, { token, body: { [which]: contacts[which] } });
    const borrower = { first_name: 'Silent', last_name: 'Borrower', ...contacts };
    const made = await givenReferral(harness.current, key, { borrower });
    expect(made).toMatchObject({ status: 'invited', status_note: 'Contact suppressed' });
    expect(await messageRows(harness.current, made.id)).toEqual([]);
    expect(await eventTypes(harness.current, made.id)).toEqual(['referral.created', 'referral.invited']);
    const next = { email: `${crypto.randomUUID()}@example.com`, phone: null };
    const patch = await partnerCalls(harness.current, key)(`PATCH /referrals/${made.id}`, { borrower: next });
    expect(patch.body.status_note).toBeNull();
    expect(await messageRows(harness.current, made.id)).toHaveLength(1);
  });
});
