import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner, type PartnerClient } from '#testing/partners';
import type { ReferralView } from '../schemas.ts';
import { bringTo, givenReferral, partnerCalls, referralBody } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

/** Every page from the first to the last. */
async function readAll(key: string, query: Record<string, string> = {}): Promise<ReferralView[][]> {
  const pages: ReferralView[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const search = new URLSearchParams({ ...query, ...(cursor === '' ? {} : { cursor }) });
    const { status, body } = await partnerCalls(harness.current, key)(`GET /referrals?${search}`);
    expect(status).toBe(200);
    expect(body.has_more).toBe(body.next_cursor !== null);
    pages.push(body.data);
    cursor = body.next_cursor;
  }
  return pages;
}

const idsOf = (pages: readonly ReferralView[][]): string[] => pages.flat().map(({ id }) => id);

let caller: PartnerClient;
/** Newest first: three at each of twenty times, thirty more in one call at the same time. */
let all: ReferralView[];
let moments: string[];
beforeAll(async () => {
  caller = await givenPartner(harness.current);
  const other = await givenPartner(harness.current);
  const live = await givenPartner(harness.current, { institutionId: caller.institutionId, livemode: true });
  moments = [];
  for (let moment = 0; moment < 20; moment += 1) {
    moments.push(harness.current.clock.now().toISOString());
    const refs = [`ref-${moment % 4}`, 'shared', undefined];
    for (const ref of refs)
      await givenReferral(harness.current, caller.key, ref === undefined ? {} : { external_ref: ref });
    for (const { key } of [other, live]) await givenReferral(harness.current, key, { external_ref: 'shared' });
    harness.current.clock.advance(moment % 3 === 0 ? 0.001 : 3600);
  }
  moments.push(harness.current.clock.now().toISOString());
  const referrals = Array.from({ length: 30 }, () => referralBody());
  await partnerCalls(harness.current, caller.key)('POST /referrals/bulk', { referrals });
  all = (await readAll(caller.key, { limit: '100' })).flat();
});

describe('the list of referrals', () => {
  it('the list is newest first, by time and then by id [P-REF-002]', () => {
    expect(all).toHaveLength(90);
    const order = (a: ReferralView, b: ReferralView) =>
      b.created_at.localeCompare(a.created_at) || (a.id < b.id ? 1 : -1);
    expect(all.map(({ id }) => id)).toEqual(all.toSorted(order).map(({ id }) => id));
  });

  it.each([1, 7, 25, 29, 30, 89, 90, 100])('the list returns everything once, in pages of %i', async (limit) => {
    const pages = await readAll(caller.key, { limit: String(limit) });
    expect(idsOf(pages)).toEqual(all.map(({ id }) => id));
    expect(pages.map((page) => page.length)).toEqual(
      Array.from({ length: Math.ceil(90 / limit) }, (_, page) => Math.min(limit, 90 - page * limit)),
    );
  });

  it('the list returns 25 by default, and the whole referral for each', async () => {
    const { body } = await partnerCalls(harness.current, caller.key)('GET /referrals');
    expect([body.object, body.data.length, body.has_more]).toEqual(['list', 25, true]);
    const { body: one } = await partnerCalls(harness.current, caller.key)(`GET /referrals/${body.data[3].id}`);
    expect(body.data[3]).toEqual(one);
  });

  it('the list does not skip or repeat when referrals are added between two pages', async () => {
    const mine = await givenPartner(harness.current);
    for (let count = 0; count < 4; count += 1) await givenReferral(harness.current, mine.key);
    const call = partnerCalls(harness.current, mine.key);
    const first = (await call('GET /referrals?limit=2')).body;
    harness.current.clock.advance(1);
    await givenReferral(harness.current, mine.key);
    const second = (await call(`GET /referrals?limit=2&cursor=${first.next_cursor}`)).body;
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(4);
    expect(second.has_more).toBe(false);
  });

  it.each(['shared', 'ref-0', 'ref-3', 'nobody', 'SHARED'])(
    'the list can be filtered by reference: %s',
    async (ref) => {
      const expected = all.filter(({ external_ref: found }) => found === ref).map(({ id }) => id);
      expect(idsOf(await readAll(caller.key, { external_ref: ref, limit: '7' }))).toEqual(expected);
    },
  );

  it('the list can be filtered by VIN, in upper or lower case, over all statuses', async () => {
    const { key } = await givenPartner(harness.current);
    const { vehicle } = referralBody();
    const made = [];
    for (const status of ['canceled', 'declined', 'closed', 'invited']) {
      const { id } = await givenReferral(harness.current, key, { vehicle });
      await bringTo(harness.current, key, { id, status });
      harness.current.clock.advance(1);
      made.unshift(id);
    }
    await givenReferral(harness.current, key);
    expect(idsOf(await readAll(key, { vin: vehicle.vin, limit: '2' }))).toEqual(made);
    expect(idsOf(await readAll(key, { vin: vehicle.vin.toLowerCase() }))).toEqual(made);
    expect(idsOf(await readAll(key, { vin: vehicle.vin, status: 'closed' }))).toEqual([made[1]]);
  });

  it('the list can be filtered by status', async () => {
    const { key } = await givenPartner(harness.current);
    const statuses = ['invited', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled'];
    const made: Record<string, string> = {};
    for (const status of statuses) {
      const { id } = await givenReferral(harness.current, key);
      await bringTo(harness.current, key, { id, status });
      made[status] = id;
    }
    for (const status of statuses) expect(idsOf(await readAll(key, { status }))).toEqual([made[status]]);
  });

  it('the list can be filtered by time: from inclusive, to exclusive, to the millisecond', async () => {
    const times = [...new Set(moments)];
    for (const time of times.filter((_, index) => index % 4 === 0)) {
      const from = all.filter(({ created_at: at }) => at >= time).map(({ id }) => id);
      const to = all.filter(({ created_at: at }) => at < time).map(({ id }) => id);
      expect(idsOf(await readAll(caller.key, { created_from: time, limit: '40' }))).toEqual(from);
      expect(idsOf(await readAll(caller.key, { created_to: time, limit: '40' }))).toEqual(to);
    }
    const [from = '', to = ''] = [times[3], times[9]];
    const between = all.filter(({ created_at: at }) => at >= from && at < to).map(({ id }) => id);
    expect(idsOf(await readAll(caller.key, { created_from: from, created_to: to, limit: '3' }))).toEqual(between);
    expect(idsOf(await readAll(caller.key, { created_from: to, created_to: from }))).toEqual([]);
  });

  it.each([
    [{ created_from: '1900-01-01' }, true],
    [{ created_from: '1900-01-01', created_to: '2200-12-31' }, true],
    [{ created_from: '2200-12-31T23:59:59.999Z' }, false],
    [{ created_from: '2026-11-15', created_to: '2026-11-17' }, true],
    [{ created_from: '2026-11-15T07:00:00-05:00' }, true],
    [{ created_to: '2026-11-15' }, false],
  ])(
    'the list accepts dates and offsets, and bounds beyond every time: %j',
    async (query: Record<string, string>, found) => {
      expect((await readAll(caller.key, { ...query, limit: '100' })).flat().length).toBe(found ? 90 : 0);
    },
  );

  const refused = [
    'limit=0|limit=101|limit=-1|limit=1.5|limit=ten|limit=|limit=07|limit=1&limit=2',
    `cursor=|cursor=x|cursor=%00|cursor=bm90IGpzb24|cursor=WyJjb25fMSJd|cursor=${'x'.repeat(301)}`,
    `status=open|status=|status=Invited|vin=short|vin=1SYNTH0000000000O|external_ref=|external_ref=${'x'.repeat(121)}`,
    'created_from=yesterday|created_to=2026-02-30|created_from=2026-11-15T10',
    'created_from=0000-01-01|created_from=1899-12-31|created_to=2201-01-01|created_to=9999-12-31T23:59:59.999Z',
    'page=2|starting_after=x|Limit=3|institution_id=x|livemode=true',
  ];
  it.each(refused.flatMap((list) => list.split('|')))('the list refuses %s', async (query) => {
    const { status, body } = await partnerCalls(harness.current, caller.key)(`GET /referrals?${query}`);
    const name = query.split('=', 1)[0];
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.issues.map(({ path }: { path: string }) => path)).toContain(name);
  });

  it('the list contains nothing of another institution or the other mode, whatever cursor is sent', async () => {
    const otherInstitution = await givenPartner(harness.current);
    const { body } = await partnerCalls(harness.current, caller.key)('GET /referrals?limit=1');
    const { body: page } = await partnerCalls(
      harness.current,
      otherInstitution.key,
    )(`GET /referrals?cursor=${body.next_cursor}`);
    expect(page.data).toEqual([]);
    expect(new Set(all.map(({ livemode }) => livemode))).toEqual(new Set([false]));
  });

  it.each([
    ['external_ref=%00', 400],
    ['external_ref=a%00b', 400],
    ['vin=%00', 400],
    ['external_ref=%ED%A0%80', 200],
    ['external_ref=%25', 200],
  ])('the list refuses text that cannot be stored: %s', async (query, expected) => {
    const { status } = await partnerCalls(harness.current, caller.key)(`GET /referrals?${query}`);
    expect(status).toBe(expected);
  });
});

describe('a referral by its id', () => {
  it('an unknown referral gets 404, however its id is written, and before its query is checked', async () => {
    const call = partnerCalls(harness.current, caller.key);
    const known = all[0]?.id ?? '';
    for (const id of ['x', 'ref_x', known.slice(0, -1), `${known}0`, known.toLowerCase(), '%00', '%ED%A0%80', '*']) {
      const { status, body } = await call(`GET /referrals/${id}`);
      expect([id, status, body.code]).toEqual([id, 404, 'not_found']);
    }
    expect((await call('GET /referrals/ref_unknown?x=1')).status).toBe(404);
    expect((await call(`GET /referrals/${known}?x=1`)).body.issues).toEqual([
      { path: 'x', message: 'is not a known member' },
    ]);
  });
});
