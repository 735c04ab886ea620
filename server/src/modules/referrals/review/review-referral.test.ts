import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { eventsAbout, givenReferral, partnerCalls, referralBody, tracesOf } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let caller: PartnerClient;
let token = '';
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  token = await givenStaffToken(harness.current);
});

const call = (route: string, ...body: readonly [] | readonly [unknown]) =>
  partnerCalls(harness.current, caller.key)(route, ...body);
const review = (id: string, body: unknown) =>
  harness.current.call('POST', `/api/staff/v1/referrals/${id}/review`, { token, body });
const lookUp = (body: unknown) => call('POST /review-status/lookup', body);
const now = () => harness.current.clock.now().toISOString();

describe('a review record', () => {
  it('the team opens, changes and completes a review record, and the institution reads it; each change is published [P-REVIEW-004]', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    expect((await call(`GET /referrals/${id}/review-record`)).body.code).toBe('not_found');
    const receipt = now();
    const first = await review(id, { status: 'in_review' });
    expect(first.status).toBe(200);
    const record = {
      object: 'gap.review_record',
      id: expect.stringMatching(/^rvr_[0-9A-Za-z]{24}$/),
      referral_id: id,
      status: 'in_review',
      outcome: null,
      summary: null,
      opened_at: receipt,
      completed_at: null,
      updated_at: receipt,
    };
    expect(Object.entries(first.body)).toEqual(Object.entries(record));
    harness.current.clock.advance(60);
    const second = await review(id, { status: 'in_review', summary: 'The offer leaves out the options.' });
    harness.current.clock.advance(60);
    const third = await review(id, { status: 'completed', outcome: 'offer_low' });
    expect(third.body).toEqual({
      ...second.body,
      status: 'completed',
      outcome: 'offer_low',
      completed_at: now(),
      updated_at: now(),
    });
    expect((await call(`GET /referrals/${id}/review-record`)).body).toEqual(third.body);
    const told = (await eventsAbout(harness.current, id)).slice(2);
    expect(told.map(({ type, data }) => [type, data['review_record']])).toEqual(
      [first, second, third].map(({ body }) => [
        'referral.review_updated',
        { id: body.id, object: 'gap.review_record', status: body.status, updated_at: body.updated_at },
      ]),
    );
  });

  it('an unchanged review record is not published again; a completed one can be corrected but not reopened', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const change = { status: 'completed', outcome: 'inconclusive', summary: 'No comparable cars.' };
    const done = await review(id, change);
    const before = await tracesOf(harness.current, id);
    harness.current.clock.advance(60);
    for (const same of [change, { status: 'completed' }]) expect((await review(id, same)).body).toEqual(done.body);
    const reopened = await review(id, { status: 'in_review' });
    expect([reopened.status, reopened.body.code, reopened.body.current_status]).toEqual([
      409,
      'invalid_state',
      'completed',
    ]);
    expect(await tracesOf(harness.current, id)).toEqual(before);
    const corrected = await review(id, { status: 'completed', outcome: 'offer_supported' });
    expect(corrected.body).toEqual({ ...done.body, outcome: 'offer_supported', updated_at: now() });
  });

  it('a review record exists once, however many requests open it concurrently', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => review(id, { status: 'in_review' })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await eventsAbout(harness.current, id)).toHaveLength(3);
  });

  it.each([
    {},
    { status: 'not_started' },
    { status: 'in_review', outcome: 'low' },
    { status: 'in_review', summary: '' },
    { status: 'in_review', summary: 'x'.repeat(4001) },
    { status: 'in_review', note: 'x' },
  ])('a review record is not created from %j', async (body) => {
    const { id } = await givenReferral(harness.current, caller.key);
    expect((await review(id, body)).status).toBe(400);
  });
});

describe('a lookup of reviews', () => {
  it('a lookup finds by VIN, claim number, reference and id the institution’s own reviews, newest first [P-REVIEW-001, P-REVIEW-002, P-REVIEW-003]', async () => {
    const claim = { ...referralBody().claim, claim_number: 'CLM-SHARED' };
    const older = await givenReferral(harness.current, caller.key, { claim, external_ref: 'loan-77' });
    harness.current.clock.advance(60);
    const newer = await givenReferral(harness.current, caller.key, { claim });
    const otherInstitution = await givenPartner(harness.current);
    const live = await givenPartner(harness.current, { institutionId: caller.institutionId, livemode: true });
    for (const { key } of [otherInstitution, live])
      await givenReferral(harness.current, key, { claim, external_ref: 'loan-77', vehicle: older.vehicle });
    const { body: record } = await review(older.id, { status: 'completed', outcome: 'offer_low' });
    const reviewed = {
      object: 'gap.review_status',
      referral_id: older.id,
      external_ref: 'loan-77',
      status: 'completed',
      updated_at: record.updated_at,
      completed_at: record.completed_at,
    };
    const waiting = {
      object: 'gap.review_status',
      referral_id: newer.id,
      external_ref: null,
      status: 'not_started',
      updated_at: newer.created_at,
      completed_at: null,
    };
    const list = (...data: object[]) => ({ object: 'list', data, has_more: false, next_cursor: null });
    expect((await lookUp({ vin: older.vehicle.vin.toLowerCase() })).body).toEqual(list(reviewed));
    expect((await lookUp({ claim_number: 'CLM-SHARED' })).body).toEqual(list(waiting, reviewed));
    expect((await lookUp({ reference: 'loan-77' })).body).toEqual(list(reviewed));
    expect((await lookUp({ reference: newer.id })).body).toEqual(list(waiting));
    expect((await lookUp({ claim_number: 'clm-shared' })).body).toEqual(list());
    expect((await lookUp({ reference: 'nobody' })).body).toEqual(list());
  });

  it('a lookup returns the newest hundred at most', async () => {
    const { key } = await givenPartner(harness.current);
    const claim = { ...referralBody().claim, claim_number: 'CLM-MANY' };
    const mine = partnerCalls(harness.current, key);
    const oldest = await givenReferral(harness.current, key, { claim });
    harness.current.clock.advance(1);
    await mine('POST /referrals/bulk', { referrals: Array.from({ length: 100 }, () => referralBody({ claim })) });
    const { body } = await mine('POST /review-status/lookup', { claim_number: 'CLM-MANY' });
    expect(body.data).toHaveLength(100);
    expect(body.data.map(({ referral_id: id }: { referral_id: string }) => id)).not.toContain(oldest.id);
  });

  it.each([
    {},
    { vin: '1SYNTH00000000001', claim_number: 'x' },
    { vin: 'short' },
    { claim_number: '' },
    { claim_number: 'x'.repeat(61) },
    { reference: 'x'.repeat(121) },
    { reference: null },
    { referral_id: 'ref_x' },
  ])('a lookup needs exactly one search term: %j', async (body) => {
    const { status, body: problem } = await lookUp(body);
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
  });

  it('a lookup is available to a read-only credential, and is executed each time', async () => {
    const reader = await givenPartner(harness.current, { institutionId: caller.institutionId, role: 'read_only' });
    const { id } = await givenReferral(harness.current, caller.key);
    const look = () =>
      harness.current.call('POST', '/api/gap/v1/review-status/lookup', {
        token: reader.key,
        body: { reference: id },
        headers: { 'idempotency-key': 'look' },
      });
    expect((await look()).body.data[0].status).toBe('not_started');
    await review(id, { status: 'in_review' });
    expect((await look()).body.data[0].status).toBe('in_review');
  });

  it('a lookup and the record are available with the review records feature [P-REVIEW-005]', async () => {
    const { id } = await givenReferral(harness.current, caller.key);
    await review(id, { status: 'in_review' });
    const set = (open: boolean) =>
      harness.current.call('PATCH', '/api/staff/v1/settings', { token, body: { features: { review_records: open } } });
    await set(false);
    for (const answer of [await lookUp({ reference: id }), await call(`GET /referrals/${id}/review-record`)])
      expect([answer.status, answer.body.code]).toEqual([404, 'operation_not_open']);
    await set(true);
    expect((await lookUp({ reference: id })).status).toBe(200);
    expect((await call(`GET /referrals/${id}/review-record`)).status).toBe(200);
  });
});
