import { beforeAll, describe, expect, it, vi } from 'vitest';
import { transact } from '#platform/db';
import { useHarness, type Answer } from '#test/harness';
import { untilBlocked } from '#test/database/use-database';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { expireReferrals } from '../lifecycle/expire-referrals.ts';
import { bringTo, eventTypes, givenReferral, linkPath, partnerCalls, press, syntheticVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '12' });

let caller: PartnerClient;
let token = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  token = await givenStaffToken(harness.current);
});

const call = (route: string, body: unknown) => partnerCalls(harness.current, caller.key)(route, body);
const staff = (path: string, body: unknown) => harness.current.call('POST', `/api/staff/v1${path}`, { token, body });
const taken = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status === 200 || status === 303).length;

describe('concurrent decisions', () => {
  it.each(Array.from({ length: 5 }, (_, round) => round))(
    'between borrower and institution one wins, and one event is published (%i)',
    async (round) => {
      const { id } = await givenReferral(harness.current, caller.key);
      const link = await linkPath(harness.current, id);
      const accept = () => press(harness.current, link, 'accept');
      const cancel = () => call(`PATCH /referrals/${id}`, { status: 'canceled' });
      const answers = await Promise.all((round % 2 === 0 ? [accept, cancel] : [cancel, accept]).map((act) => act()));
      expect(taken(answers)).toBe(1);
      expect(answers.map(({ status }) => status).filter((status) => status === 409 || status === 410)).toHaveLength(1);
      const [told, ...more] = (await eventTypes(harness.current, id)).slice(2);
      expect(more).toEqual([]);
      const { body } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`);
      expect(told).toBe(`referral.${body.status}`);
      expect(body.consultation_number === null).toBe(body.status === 'canceled');
    },
  );

  it('of all ways to end an invitation, tried concurrently, one is accepted', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const link = await linkPath(harness.current, id);
    const attestation = { attestor_name: 'Pat', channel: 'phone', attestation: 'The borrower wants to be called.' };
    const answers = await Promise.all([
      press(harness.current, link, 'accept'),
      press(harness.current, link, 'decline'),
      call(`PATCH /referrals/${id}`, { status: 'canceled' }),
      call(`POST /referrals/${id}/attest`, attestation),
      call(`POST /referrals/${id}/simulate`, { step: 'expire' }),
      call(`POST /referrals/${id}/simulate`, { step: 'decline' }),
      staff(`/referrals/${id}/activate`, {}),
      staff(`/referrals/${id}/decline`, {}),
    ]);
    const told = (await eventTypes(harness.current, id)).slice(2);
    expect(told).toHaveLength(1);
    // A page that repeats an existing decision responds as if it had decided.
    expect(taken(answers)).toBeGreaterThanOrEqual(1);
    const rows = await harness.current.ctx.db.many({
      text: 'select 1 from consultations.consultations where source_id = $1',
      values: [id],
    });
    expect(rows).toHaveLength(told[0] === 'referral.activated' ? 1 : 0);
  });

  it('of two concurrent settlements one applies, completely', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    await staff(`/referrals/${id}/activate`, {});
    const amounts = Array.from({ length: 6 }, (_, index) => 1_600_000 + index);
    const answers = await Promise.all(
      amounts.map((settlement_cents) => staff(`/referrals/${id}/settle`, { settlement_cents })),
    );
    expect(taken(answers)).toBe(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    const row = await harness.current.ctx.db.find<{ cents: number }>({
      text: 'select settlement_cents::int as cents from referrals.referrals where id = $1',
      values: [id],
    });
    expect(row?.cents).toBe(amounts[winner]);
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.activated', 'referral.settled']);
  });

  it('an answer in time survives a sweep at the last moment', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const link = await linkPath(harness.current, id);
    harness.current.clock.advance(14 * 86_400 - 1);
    const accepting = press(harness.current, link, 'accept');
    await accepting;
    harness.current.clock.advance(1);
    expect(await expireReferrals(harness.current.ctx, 500)).toBe(0);
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.activated']);
  });
});

describe('concurrent edits', () => {
  it('edits of different members are all stored, and each is published', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const edits = [
      { external_ref: 'edited' },
      { borrower: { first_name: 'Edited' } },
      { vehicle: { model: 'Edited' } },
      { claim: { carrier: 'Edited' } },
      { claim: { claim_number: 'EDITED' } },
      { liability: { deductible_cents: 77 } },
    ];
    const answers = await Promise.all(edits.map((body) => call(`PATCH /referrals/${id}`, body)));
    expect(taken(answers)).toBe(edits.length);
    const { body } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${id}`);
    for (const edit of edits) expect(body).toMatchObject(edit);
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(edits.map(() => 'referral.updated'));
  });

  it('edits to a VIN succeed if its referral ends just before the conflict would be reported', async () => {
    const [one, other] = [
      await givenReferral(harness.current, caller.key),
      await givenReferral(harness.current, caller.key),
    ];
    const { db } = harness.current.ctx;
    const vin = syntheticVin();
    const end = Promise.withResolvers<void>();
    const holding = transact(harness.current.ctx, async (tx) => {
      await tx.db.many({
        text: `update referrals.referrals set vehicle = vehicle || jsonb_build_object('vin', $2::text) where id = $1`,
        values: [other.id, vin],
      });
      await end.promise;
    });
    const { apiDb } = harness.current;
    const seeing = apiDb.seeing.bind(apiDb);
    const asked = vi.spyOn(apiDb, 'seeing').mockImplementation((rows) => {
      const own = seeing(rows);
      const many: typeof own.many = async (query) => {
        if (query.name === 'referrals.open-by-vin')
          await bringTo(harness.current, caller.key, { ...other, status: 'canceled' });
        return own.many(query);
      };
      return { ...own, many };
    });
    const waiting = call(`PATCH /referrals/${one.id}`, { vehicle: { vin } });
    await untilBlocked(db, 1);
    end.resolve();
    await holding;
    const { status, body } = await waiting;
    asked.mockRestore();
    expect([status, body.vehicle.vin]).toEqual([200, vin]);
  });
});

describe('a link that is replaced while its button is pressed', () => {
  it('the link no longer works: the waiting press finds nothing and changes nothing', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const oldLink = await linkPath(harness.current, id);
    const end = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const { ctx } = harness.current;
    const holding = transact(ctx, async (tx) => {
      await tx.db.many({ text: 'select 1 from referrals.referrals where id = $1 for update', values: [id] });
      held.resolve();
      await end.promise;
    });
    await held.promise;
    // First comes the edit that invites another contact; the press of the old link waits for it.
    const edit = call(`PATCH /referrals/${id}`, { borrower: { email: 'somebody.else@example.com' } });
    await untilBlocked(ctx.db, 1);
    const pressed = press(harness.current, oldLink, 'accept');
    await untilBlocked(ctx.db, 2);
    end.resolve();
    await holding;
    expect([(await edit).status, (await pressed).status]).toEqual([200, 404]);
    expect((await eventTypes(harness.current, id)).slice(2)).toEqual(['referral.updated', 'referral.invited']);
    expect((await press(harness.current, await linkPath(harness.current, id), 'accept')).status).toBe(303);
  });
});
