import { describe, expect, it } from 'vitest';
import type { BulkResult } from '#lib/api/bulk-result';
import { transact, type TxDb } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { messageRows } from '#testing/customers';
import { givenPartner } from '#testing/partners';
import type { NewReferral } from '../schemas.ts';
import { eventTypes, givenReferral, partnerCalls, referralBody, syntheticVin } from '../testing.ts';
import { createBulk } from './create-referrals.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '12' });

const rows = (count: number): NewReferral[] => Array.from({ length: count }, () => referralBody());
const bulk = async (key: string, referrals: readonly unknown[]): Promise<BulkResult> => {
  const { status, body } = await partnerCalls(harness.current, key)('POST /referrals/bulk', { referrals });
  expect(status).toBe(200);
  return body;
};
const listed = async (key: string): Promise<number> => {
  const row = await harness.current.ctx.db.find<{ count: number }>({
    text: `select count(*)::int as count from referrals.referrals r join credentials.partner_keys k
      on k.institution_id = r.institution_id and k.livemode = r.livemode where k.id = $1`,
    values: [key],
  });
  return row?.count ?? -1;
};

/** Ways to make a row invalid, with the path of the issue. */
const spoilt: [path: string, spoil: (row: NewReferral) => unknown][] = [
  ['vehicle.vin', (row) => ({ ...row, vehicle: { ...row.vehicle, vin: 'short' } })],
  ['vehicle.year', (row) => ({ ...row, vehicle: { ...row.vehicle, year: 1899 } })],
  ['borrower', (row) => ({ ...row, borrower: { first_name: 'A', last_name: 'B' } })],
  ['borrower.email', (row) => ({ ...row, borrower: { ...row.borrower, email: 'nobody' } })],
  ['claim.date_of_loss', (row) => ({ ...row, claim: { ...row.claim, date_of_loss: '2026-02-30' } })],
  ['liability', (row) => ({ ...row, liability: undefined })],
  ['colour', (row) => ({ ...row, colour: 'red' })],
];

describe('a bulk call', () => {
  it('a bulk call creates every valid row of 500 and explains each of 37 invalid ones by its index, within 1.5 s [P-BULK-001]', async () => {
    const { key, keyId } = await givenPartner(harness.current);
    const badAt = new Map(Array.from({ length: 37 }, (_, turn) => [turn * 13 + 5, spoilt[turn % spoilt.length]!]));
    const sent = rows(500).map((row, index) => {
      const spoil = badAt.get(index);
      const named = { ...row, external_ref: `loan-${index}` };
      return spoil === undefined ? named : spoil[1](named);
    });
    const began = performance.now();
    const result = await bulk(key, sent);
    const tookMs = performance.now() - began;
    expect([result.object, result.total, result.created, result.failed]).toEqual(['gap.bulk_result', 500, 463, 37]);
    expect(result.results.map(({ index }) => index)).toEqual(sent.map((_, index) => index));
    for (const row of result.results) {
      const spoil = badAt.get(row.index);
      const external_ref = `loan-${row.index}`;
      if (spoil === undefined) {
        expect(row).toEqual({ index: row.index, status: 'created', id: expect.stringMatching(/^ref_/), external_ref });
      } else {
        expect(row).toMatchObject({ status: 'failed', external_ref, error: { code: 'validation_failed' } });
        expect(row.error?.issues?.map(({ path }) => path)).toEqual([spoil[0]]);
        expect(Object.keys(row)).toEqual(['index', 'status', 'external_ref', 'error']);
      }
    }
    expect(await listed(keyId)).toBe(463);
    const made = result.results.find(({ status }) => status === 'created')!.id!;
    const { body } = await partnerCalls(harness.current, key)(`GET /referrals/${made}`);
    expect([body.submitted_via, body.status]).toEqual(['api_bulk', 'invited']);
    expect(await eventTypes(harness.current, made)).toEqual(['referral.created', 'referral.invited']);
    expect(await messageRows(harness.current, made)).toHaveLength(2);
    // Ten times that, because other work shares the test machine.
    expect(tookMs).toBeLessThan(15_000);
  });

  it('a bulk call sends as many statements for 500 rows as for two', async () => {
    const { institutionId } = await givenPartner(harness.current);
    const tenant = { institutionId, livemode: true };
    const statements = (sent: readonly unknown[]) =>
      transact(harness.current.ctx, async (tx) => {
        const names: (string | undefined)[] = [];
        const db: TxDb = {
          many: (query) => (names.push(query.name), tx.db.many(query)),
          find: (query) => (names.push(query.name), tx.db.find(query)),
          write: (query) => (names.push(query.name), tx.db.write(query)),
        };
        await createBulk({ ...tx, db }, tenant, sent);
        return names;
      });
    const [two] = [rows(2)];
    const few = await statements([...two, two[0], {}]);
    expect(few.length).toBeLessThanOrEqual(10);
    const many = rows(498);
    expect(await statements([...many, many[0], {}])).toEqual(few);
  });

  it('a bulk call accepts a VIN once: the first row gets it, later ones and vehicles with an open referral get its id', async () => {
    const { key } = await givenPartner(harness.current);
    const before = await givenReferral(harness.current, key);
    const [one, two, three] = [referralBody(), referralBody({ vehicle: before.vehicle }), referralBody()];
    const again = referralBody({
      vehicle: { ...one.vehicle, vin: one.vehicle.vin.toLowerCase() },
      external_ref: 'again',
    });
    const { results } = await bulk(key, [again, two, one, three, one]);
    const first = results[0]!.id!;
    const exists = (id: string) => ({
      code: 'referral_exists',
      detail: 'There is an open referral for this VIN.',
      referral_id: id,
    });
    expect(results.map(({ status }) => status)).toEqual(['created', 'failed', 'failed', 'created', 'failed']);
    expect(results[0]!.external_ref).toBe('again');
    expect(results[1]!.error).toEqual(exists(before.id));
    expect([results[2]!.error, results[4]!.error]).toEqual([exists(first), exists(first)]);
  });

  it.each([
    ['nothing', {}],
    ['no row', { referrals: [] }],
    ['501 rows', { referrals: Array.from({ length: 501 }, () => ({})) }],
    ['no list', { referrals: {} }],
    ['more than rows', { referrals: [{}], mode: 'apply' }],
  ])('a bulk call with %s is refused, and changes nothing', async (_what, body) => {
    const { key, keyId } = await givenPartner(harness.current);
    const sent =
      'referrals' in body && Array.isArray(body.referrals) && body.referrals.length > 1
        ? { referrals: rows(501) }
        : body;
    const answer = await partnerCalls(harness.current, key)('POST /referrals/bulk', sent);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(await listed(keyId)).toBe(0);
  });

  it('a bulk call explains rows that are not objects, repeats only valid references, and accepts a single row', async () => {
    const { key } = await givenPartner(harness.current);
    const refs = ['x'.repeat(120), '😀'.repeat(120), 'x'.repeat(121), '', 5, null, { a: 1 }];
    const strange = [null, 5, 'row', [], [referralBody()], true, ...refs.map((ref) => ({ external_ref: ref }))];
    const { created, failed, results } = await bulk(key, strange);
    expect([created, failed]).toEqual([0, strange.length]);
    expect(results.slice(6).map(({ external_ref: ref }) => ref)).toEqual([
      refs[0],
      refs[1],
      null,
      '',
      null,
      null,
      null,
    ]);
    for (const { error } of results) expect(error?.issues?.length).toBeGreaterThan(0);
    expect((await bulk(key, [referralBody()])).created).toBe(1);
  });

  it('a bulk call sent again under its Idempotency-Key is replayed and has no further effect', async () => {
    const { key, keyId } = await givenPartner(harness.current);
    const referrals = [...rows(3), {}];
    const send = (body: object) =>
      harness.current.call('POST', '/api/gap/v1/referrals/bulk', {
        token: key,
        body,
        headers: { 'idempotency-key': 'file-1' },
      });
    const [first, again] = [await send({ referrals }), await send({ referrals })];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await listed(keyId)).toBe(3);
    expect((await send({ referrals: rows(1) })).body.code).toBe('idempotency_conflict');
  });

  it('a bulk call does not invite customers on the do-not-contact list, and invites the others', async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const token = await givenStaffToken(harness.current);
    const email = `${crypto.randomUUID()}@example.com`;
    await harness.current.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email } });
    const silent = referralBody({ borrower: { first_name: 'A', last_name: 'B', email } });
    const { results } = await bulk(key, [silent, referralBody()]);
    const counts = await Promise.all(
      results.map(async ({ id = '' }) => (await messageRows(harness.current, id)).length),
    );
    expect(counts).toEqual([0, 2]);
  });

  it('a bulk call and another with the same vehicles in the opposite order accept each once, without a deadlock', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { key, keyId } = await givenPartner(harness.current);
      const vins = Array.from({ length: 100 }, syntheticVin);
      const of = (order: readonly string[]) =>
        order.map((vin) => referralBody({ vehicle: { ...referralBody().vehicle, vin } }));
      const calls = [vins, vins.toReversed(), vins, vins.toReversed()].map((order) => bulk(key, of(order)));
      const results = await Promise.all(calls);
      expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(100);
      expect(await listed(keyId)).toBe(100);
      for (const { error } of results.flatMap((result) => result.results.filter(({ status }) => status === 'failed')))
        expect(error).toMatchObject({ code: 'referral_exists', referral_id: expect.stringMatching(/^ref_/) });
    }
  });

  it('a bulk call is refused to a read-only credential, and over ten mebibytes', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const reader = await givenPartner(harness.current, { institutionId, role: 'read_only' });
    expect(
      (await partnerCalls(harness.current, reader.key)('POST /referrals/bulk', { referrals: rows(1) })).status,
    ).toBe(403);
    const raw = `{"referrals":[{"external_ref":"${'x'.repeat(10_485_760)}"}]}`;
    const { status } = await harness.current.call('POST', '/api/gap/v1/referrals/bulk', { token: key, raw });
    expect(status).toBe(413);
  });
});
