import { describe, expect, it } from 'vitest';
import type { BulkResult } from '#lib/api/bulk-result';
import { transact, type TxDb } from '#platform/db';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { eventTypes, partnerCalls } from '#testing/referrals';
import type { NewEnrollment } from '../schemas.ts';
import { enrollmentBody, givenEnrollment } from '../testing.ts';
import { enrollBulk } from './enrollments.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '12' });

const rows = (count: number): NewEnrollment[] => Array.from({ length: count }, () => enrollmentBody());
const bulk = async (key: string, enrollments: readonly unknown[]): Promise<BulkResult> => {
  const { status, body } = await partnerCalls(harness.current, key)('POST /plans/enrollments/bulk', { enrollments });
  expect(status).toBe(200);
  return body;
};
const countOf = async (institutionId: string): Promise<number> => {
  const row = await harness.current.ctx.db.find<{ count: number }>({
    text: 'select count(*)::int as count from memberships.enrollments where institution_id = $1',
    values: [institutionId],
  });
  return row?.count ?? -1;
};

/** Ways to make a row invalid, with the path of the issue. */
const spoilt: [path: string, spoil: (row: NewEnrollment) => unknown][] = [
  ['vehicle.vin', (row) => ({ ...row, vehicle: { ...row.vehicle, vin: 'short' } })],
  ['vehicle.year', (row) => ({ ...row, vehicle: { ...row.vehicle, year: 1899 } })],
  ['member', (row) => ({ ...row, member: undefined })],
  ['member.email', (row) => ({ ...row, member: { ...row.member, email: 'nobody' } })],
  ['plan', (row) => ({ ...row, plan: 'silver' })],
  ['effective_on', (row) => ({ ...row, effective_on: '2027-02-14' })],
  ['colour', (row) => ({ ...row, colour: 'red' })],
];

describe('a bulk call', () => {
  it('a bulk call enrolls every valid row of 500 and explains each of 37 invalid ones by its index, within a second [P-BULK-002, P-PLAN-007]', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    // The first call in a process compiles the code.
    await bulk(key, rows(1));
    const badAt = new Map(Array.from({ length: 37 }, (_, turn) => [turn * 13 + 5, spoilt[turn % spoilt.length]!]));
    const sent = rows(500).map((row, index) => {
      const named = { ...row, external_ref: `loan-${index}` };
      return badAt.get(index)?.[1](named) ?? named;
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
        expect(row).toEqual({ index: row.index, status: 'created', id: expect.stringMatching(/^enr_/), external_ref });
      } else {
        expect(row).toMatchObject({ status: 'failed', external_ref, error: { code: 'validation_failed' } });
        expect(row.error?.issues?.map(({ path }) => path)).toEqual([spoil[0]]);
        expect(Object.keys(row)).toEqual(['index', 'status', 'external_ref', 'error']);
      }
    }
    expect(await countOf(institutionId)).toBe(464);
    const made = result.results.find(({ status }) => status === 'created')!;
    const { body } = await partnerCalls(harness.current, key)(`GET /plans/enrollments/${made.id}`);
    expect([body.status, body.external_ref, body.test]).toEqual(['active', made.external_ref, true]);
    expect(await eventTypes(harness.current, body.id)).toEqual(['plan.enrollment.created']);
    // Ten times the promised time, because other work shares the test machine.
    expect(tookMs).toBeLessThan(10_000);
  });

  it('a bulk call accepts exactly 500 [P-BULK-002]', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    expect((await bulk(key, rows(500))).created).toBe(500);
    expect(await countOf(institutionId)).toBe(500);
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
        await enrollBulk({ ...tx, db }, tenant, sent);
        return names;
      });
    const two = rows(2);
    const few = await statements([...two, two[0], {}]);
    expect(few.length).toBeLessThanOrEqual(7);
    const many = rows(498);
    expect(await statements([...many, many[0], {}])).toEqual(few);
  });

  it('a bulk call accepts a VIN once: the first row gets it, later ones and enrolled vehicles get the id of the enrollment', async () => {
    const { key } = await givenPartner(harness.current);
    const before = await givenEnrollment(harness.current, key);
    const [one, two, three] = [enrollmentBody(), enrollmentBody({ vehicle: before.vehicle }), enrollmentBody()];
    const again = enrollmentBody({ vehicle: { vin: one.vehicle.vin.toLowerCase() }, external_ref: 'again' });
    const { results } = await bulk(key, [again, two, one, three, one]);
    const exists = (id: string) => ({
      code: 'enrollment_exists',
      detail: 'There is an enrollment for this VIN that is not canceled.',
      enrollment_id: id,
    });
    expect(results.map(({ status }) => status)).toEqual(['created', 'failed', 'failed', 'created', 'failed']);
    const first = results[0]!.id!;
    expect(results[0]!.external_ref).toBe('again');
    expect(results[1]!.error).toEqual(exists(before.id));
    expect([results[2]!.error, results[4]!.error]).toEqual([exists(first), exists(first)]);
  });

  it.each([
    ['nothing', {}],
    ['no row', { enrollments: [] }],
    ['501 rows', { enrollments: rows(501) }],
    ['no list', { enrollments: {} }],
    ['null', { enrollments: null }],
  ])('a bulk call of %s is refused as a whole, and changes nothing [P-BULK-002]', async (_what, sent) => {
    const { key, institutionId } = await givenPartner(harness.current);
    const { status, body } = await partnerCalls(harness.current, key)('POST /plans/enrollments/bulk', sent);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['enrollments']);
    expect(await countOf(institutionId)).toBe(0);
  });

  it('a bulk call explains rows that are not enrollments at all, and repeats a reference only if it is valid', async () => {
    const { key } = await givenPartner(harness.current);
    const long = '😀'.repeat(120);
    const odd = [null, 1, 'row', [], {}, { external_ref: 7 }, { external_ref: 'x'.repeat(121) }, { external_ref: 'r' }];
    const { results, failed } = await bulk(key, [...odd, enrollmentBody({ external_ref: long })]);
    expect(failed).toBe(odd.length);
    for (const { error } of results.slice(0, -1)) expect(error?.code).toBe('validation_failed');
    expect(results.map(({ external_ref: ref }) => ref)).toEqual([null, null, null, null, null, null, null, 'r', long]);
    expect(results.at(-1)?.status).toBe('created');
  });

  it('a bulk call with only invalid rows returns 200 and creates nothing', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    expect(await bulk(key, [{}])).toMatchObject({ total: 1, created: 0, failed: 1 });
    expect(await countOf(institutionId)).toBe(0);
  });

  it('a bulk call is replayed for its Idempotency-Key: nothing is enrolled twice', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const enrollments = [...rows(3), {}];
    const send = () =>
      harness.current.call('POST', '/api/gap/v1/plans/enrollments/bulk', {
        token: key,
        body: { enrollments },
        headers: { 'idempotency-key': 'bulk-1' },
      });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await countOf(institutionId)).toBe(3);
  });

  it('concurrent bulk calls with the same vehicles in any order enroll each once without a deadlock', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    for (let round = 1; round <= 3; round += 1) {
      const shared = rows(400);
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, turn) => bulk(key, turn % 2 === 0 ? shared : shared.toReversed())),
      );
      expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(400);
      expect(await countOf(institutionId)).toBe(round * 400);
      const refused = results.flatMap((result) => result.results.filter(({ status }) => status === 'failed'));
      for (const { error } of refused)
        expect(error).toMatchObject({ code: 'enrollment_exists', enrollment_id: expect.stringMatching(/^enr_/) });
    }
  });

  it('a bulk call over ten mebibytes is refused', async () => {
    const { key } = await givenPartner(harness.current);
    const raw = `{"enrollments":[{"external_ref":"${'x'.repeat(10_485_760)}"}]}`;
    const { status } = await harness.current.call('POST', '/api/gap/v1/plans/enrollments/bulk', { token: key, raw });
    expect(status).toBe(413);
  });
});
