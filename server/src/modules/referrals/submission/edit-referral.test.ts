import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { messageRows } from '#testing/customers';
import { givenPartner, type PartnerClient } from '#testing/partners';
import type { ReferralView } from '../schemas.ts';
import { lockReferral } from '../store.ts';
import {
  bringTo,
  eventsAbout,
  eventTypes,
  givenReferral,
  linkPath,
  partnerCalls,
  press,
  referralBody,
  syntheticVin,
  tracesOf,
} from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
let patch: (id: string, body: unknown) => ReturnType<ReturnType<typeof partnerCalls>>;
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  patch = (id, body) => partnerCalls(harness.current, caller.key)(`PATCH /referrals/${id}`, body);
});

const made = (changes = {}): Promise<ReferralView> => givenReferral(harness.current, caller.key, changes);

const edits: Record<string, object> = {
  external_ref: { external_ref: 'another' },
  'borrower.first_name': { borrower: { first_name: 'Another' } },
  'vehicle.model': { vehicle: { model: 'Coupe' } },
  'claim.carrier': { claim: { carrier: 'Another Mutual' } },
  'liability.deductible_cents': { liability: { deductible_cents: 1 } },
};
const all = Object.keys(edits);
const allowed: Record<string, readonly string[]> = {
  invited: all,
  activated: ['external_ref', 'claim.carrier', 'liability.deductible_cents'],
  settled: ['external_ref'],
  closed: [],
  declined: [],
  expired: [],
  canceled: [],
};

describe('an edit', () => {
  it.each(Object.entries(allowed))(
    'an edit while %s is accepted for the editable members, and refused otherwise [P-REF-004]',
    async (status, names) => {
      for (const name of all) {
        const { id } = await made();
        await bringTo(harness.current, caller.key, { id, status });
        const before = await tracesOf(harness.current, id);
        const answer = await patch(id, edits[name]);
        if (names.includes(name)) {
          expect([name, answer.status]).toEqual([name, 200]);
          expect(answer.body).toMatchObject(edits[name]!);
          expect((await eventTypes(harness.current, id)).at(-1)).toBe('referral.updated');
        } else {
          expect([name, answer.status]).toEqual([name, 409]);
          expect(answer.body).toMatchObject({ code: 'invalid_state', current_status: status });
          expect(await tracesOf(harness.current, id)).toEqual(before);
        }
      }
    },
  );

  it('an edit is all or nothing: one forbidden member refuses the rest', async () => {
    const { id } = await made();
    await bringTo(harness.current, caller.key, { id, status: 'activated' });
    const before = await tracesOf(harness.current, id);
    expect((await patch(id, { external_ref: 'x', vehicle: { model: 'Coupe' } })).status).toBe(409);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it('an edit changes only the named members, and is published once [P-REF-004]', async () => {
    const before = await made({ external_ref: 'loan-5' });
    harness.current.clock.advance(60);
    const change = {
      borrower: { last_name: 'Renamed' },
      vehicle: { year: 2019 },
      claim: { initial_offer_cents: 5, date_of_loss: '2026-10-02', loss_state: 'ca' },
      liability: { loan_payoff_cents: 7 },
    };
    const { status, body } = await patch(before.id, change);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      borrower: { ...before.borrower, ...change.borrower },
      vehicle: { ...before.vehicle, ...change.vehicle },
      claim: { ...before.claim, ...change.claim, date_of_loss: '2026-10-02T00:00:00.000Z', loss_state: 'CA' },
      liability: { ...before.liability, ...change.liability },
    });
    const { body: read } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${before.id}`);
    expect(read).toEqual(body);
    expect(await eventTypes(harness.current, before.id)).toEqual([
      'referral.created',
      'referral.invited',
      'referral.updated',
    ]);
  });

  it('an edit without a change succeeds and is not published', async () => {
    const before = await made({ external_ref: 'loan-5' });
    const traces = await tracesOf(harness.current, before.id);
    harness.current.clock.advance(60);
    const { borrower, vehicle, claim, liability } = before;
    for (const same of [
      { external_ref: 'loan-5' },
      { borrower },
      { borrower: { email: borrower.email?.toUpperCase(), phone: '212-555-0142' } },
      { vehicle: { ...vehicle, vin: vehicle.vin.toLowerCase() }, claim, liability },
      { claim: { loss_state: 'ny', date_of_loss: '2026-10-31T19:00:00-05:00' } },
    ]) {
      const { status, body } = await patch(before.id, same);
      expect([status, body]).toEqual([200, before]);
    }
    expect(await tracesOf(harness.current, before.id)).toEqual(traces);
  });

  it('an edit with null removes the reference or one contact, never both contacts, and nothing else', async () => {
    const { id } = await made({ external_ref: 'loan-5' });
    expect((await patch(id, { external_ref: null })).body.external_ref).toBeNull();
    const neither = await patch(id, { borrower: { email: null, phone: null } });
    expect([neither.status, neither.body.issues]).toEqual([
      400,
      [{ path: 'borrower', message: 'needs an email or a phone' }],
    ]);
    expect((await patch(id, { borrower: { email: null } })).body.borrower).toMatchObject({ email: null });
    expect((await patch(id, { borrower: { phone: null } })).status).toBe(400);
    const nulls = [{ borrower: null }, { borrower: { first_name: null } }, { vehicle: { vin: null } }];
    for (const body of [...nulls, { claim: { carrier: null } }, { liability: null }, { status: null }])
      expect([body, (await patch(id, body)).status]).toEqual([body, 400]);
  });

  it.each([
    [{}, ''],
    [{ borrower: {} }, 'borrower'],
    [{ vehicle: {} }, 'vehicle'],
    [{ consent: { mode: 'invitation' } }, 'consent'],
    [{ program: {} }, 'program'],
    [{ borrower: { nickname: 'x' } }, 'borrower.nickname'],
    [{ vehicle: { vin: 'short' } }, 'vehicle.vin'],
    [{ claim: { initial_offer_cents: -1 } }, 'claim.initial_offer_cents'],
    [{ claim: { initial_offer_cents: '5' } }, 'claim.initial_offer_cents'],
    [{ status: 'closed' }, 'status'],
    [{ status: 'Canceled' }, 'status'],
    [{ cancel_reason: 'why' }, 'cancel_reason'],
    [{ status: 'canceled', cancel_reason: '' }, 'cancel_reason'],
    [{ status: 'canceled', cancel_reason: 'x'.repeat(201) }, 'cancel_reason'],
    [{ status: 'canceled', external_ref: 'x' }, 'external_ref'],
    [{ status: 'canceled', borrower: { first_name: 'x' } }, 'borrower'],
  ])('an invalid edit is refused: %j', async (body, path) => {
    const { id } = await made();
    const before = await tracesOf(harness.current, id);
    const answer = await patch(id, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await tracesOf(harness.current, id)).toEqual(before);
  });

  it('an edit of an unknown referral gets 404, whatever else is wrong with it', async () => {
    const { id } = await made();
    const otherInstitution = partnerCalls(harness.current, (await givenPartner(harness.current)).key);
    for (const body of [{ external_ref: 'x' }, {}, { nonsense: 1 }]) {
      expect((await patch('ref_unknown', body)).status).toBe(404);
      expect((await otherInstitution(`PATCH /referrals/${id}`, body)).status).toBe(404);
    }
  });
});

describe('an edit of the VIN', () => {
  it.each(['invited', 'activated', 'settled'])(
    'an edit to the VIN of a referral that is %s is refused, and the error names that referral',
    async (status) => {
      const [one, other] = [await made(), await made()];
      await bringTo(harness.current, caller.key, { id: other.id, status });
      const before = await tracesOf(harness.current, one.id);
      const { status: answered, body } = await patch(one.id, { vehicle: { vin: other.vehicle.vin.toLowerCase() } });
      expect([answered, body.code, body.referral_id]).toEqual([409, 'referral_exists', other.id]);
      expect(await tracesOf(harness.current, one.id)).toEqual(before);
    },
  );

  it('an edit to a vehicle whose referral has ended is accepted, and frees the old one', async () => {
    const [one, other] = [await made(), await made()];
    await bringTo(harness.current, caller.key, { id: other.id, status: 'canceled' });
    expect((await patch(one.id, { vehicle: { vin: other.vehicle.vin } })).body.vehicle.vin).toBe(other.vehicle.vin);
    expect((await made({ vehicle: one.vehicle })).id).not.toBe(one.id);
  });

  it('of ten concurrent edits to one vehicle one is accepted; the others get the id of that referral', async () => {
    const referrals = await Promise.all(Array.from({ length: 10 }, () => made()));
    const vin = syntheticVin();
    const answers = await Promise.all(referrals.map(({ id }) => patch(id, { vehicle: { vin } })));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.referral_id);
    expect(refused).toEqual(Array.from({ length: 9 }, () => winner!.body.id));
  });

  it('an edit that waits for one that takes the VIN first is refused by the index, with its id', async () => {
    const [one, other] = [await made(), await made()];
    const vin = syntheticVin();
    const { ctx } = harness.current;
    const tenant = { institutionId: caller.institutionId, livemode: false };
    const end = Promise.withResolvers<void>();
    const holding = transact(ctx, async (tx) => {
      await lockReferral(tx.db, tenant, other.id);
      await tx.db.many({
        text: `update referrals.referrals set vehicle = vehicle || jsonb_build_object('vin', $2::text) where id = $1`,
        values: [other.id, vin],
      });
      await end.promise;
    });
    const waiting = patch(one.id, { vehicle: { vin } });
    await untilBlocked(ctx.db, 1);
    end.resolve();
    await holding;
    const { status, body } = await waiting;
    expect([status, body.code, body.referral_id]).toEqual([409, 'referral_exists', other.id]);
  });
});

describe('an edit to another contact', () => {
  it('the new contact is invited: the old link is dead, the new one works, and both are published in order [P-REF-009]', async () => {
    const { id } = await made();
    const oldLink = await linkPath(harness.current, id);
    harness.current.clock.advance(86_400);
    const now = harness.current.clock.now();
    const { body } = await patch(id, { borrower: { email: 'Another@example.com' } });
    const expires = new Date(now.getTime() + 14 * 86_400_000).toISOString();
    expect(body).toMatchObject({ status: 'invited', invited_at: now.toISOString(), invitation_expires_at: expires });
    expect(body.borrower.email).toBe('another@example.com');
    const events = (await eventsAbout(harness.current, id)).slice(2);
    expect(events.map(({ type }) => type)).toEqual(['referral.updated', 'referral.invited']);
    for (const { data } of events) expect(data.referral.invited_at).toBe(now.toISOString());
    const newLink = await linkPath(harness.current, id);
    expect((await harness.current.call('GET', oldLink)).status).toBe(404);
    expect((await press(harness.current, oldLink, 'accept')).status).toBe(404);
    expect((await press(harness.current, newLink, 'accept')).status).toBe(303);
    expect((await messageRows(harness.current, id)).length).toBe(4);
  });

  it("an edit of a live referral's contact withdraws unsent messages", async () => {
    const live = await givenPartner(harness.current, { livemode: true });
    const [first, second] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
    const borrower = { first_name: 'A', last_name: 'B', email: first };
    const { id } = await givenReferral(harness.current, live.key, referralBody({ borrower }));
    await partnerCalls(harness.current, live.key)(`PATCH /referrals/${id}`, { borrower: { email: second } });
    await harness.current.sendMessages();
    const { mailbox } = harness.current;
    expect([mailbox.to(first).length, mailbox.to(second).length]).toEqual([0, 1]);
    expect(mailbox.to(second)[0]!.mail.text).toContain(await linkPath(harness.current, id));
  });
});

describe('a cancellation', () => {
  it.each([[undefined], ['Borrower paid off the loan'], ['x'.repeat(200)]])(
    'a cancellation ends an invitation, with the reason as its note: %s [P-REF-005]',
    async (reason) => {
      const { id } = await made();
      const link = await linkPath(harness.current, id);
      harness.current.clock.advance(5);
      const body = { status: 'canceled', ...(reason === undefined ? {} : { cancel_reason: reason }) };
      const answer = await patch(id, body);
      const now = harness.current.clock.now().toISOString();
      expect([answer.status, answer.body.closed_at, answer.body.activated_at]).toEqual([200, now, null]);
      expect(answer.body).toMatchObject({
        status: 'canceled',
        status_label: 'Canceled',
        status_tone: 'neutral',
        status_note: reason ?? null,
      });
      expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.canceled']);
      expect((await press(harness.current, link, 'accept')).status).toBe(410);
      const again = await patch(id, body);
      expect([again.status, again.body.current_status]).toEqual([409, 'canceled']);
    },
  );

  it.each(['activated', 'settled', 'closed', 'declined', 'expired'])(
    'a cancellation of a referral that is %s is refused',
    async (status) => {
      const { id } = await made();
      await bringTo(harness.current, caller.key, { id, status });
      const { status: answered, body } = await patch(id, { status: 'canceled' });
      expect([answered, body.code, body.current_status]).toEqual([409, 'invalid_state', status]);
    },
  );
});
