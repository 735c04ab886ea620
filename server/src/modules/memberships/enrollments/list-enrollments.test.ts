import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { givenEnrollment } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const plans = [
  { code: 'standard', unit_price_cents: 500 },
  { code: 'gold', unit_price_cents: 900 },
];

const ids = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('the roster', () => {
  it('the roster is listed newest first, page by page, while others are enrolled [P-PLAN-002]', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const made: string[] = [];
    for (let count = 0; count < 31; count += 1) {
      // Some have the same creation time: these are ordered by id.
      if (count % 3 === 0) harness.current.clock.advance(1);
      made.push((await givenEnrollment(harness.current, key)).id);
    }
    const newest = made.toSorted().toReversed();
    const usual = (await call('GET /plans/enrollments')).body;
    expect([ids(usual), usual.has_more]).toEqual([newest.slice(0, 25), true]);
    for (const limit of [1, 7, 31, 100]) {
      const read: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { body } = await call(`GET /plans/enrollments?limit=${limit}${query}`);
        expect([body.object, body.has_more]).toEqual(['list', body.next_cursor !== null]);
        read.push(...ids(body));
        cursor = body.next_cursor;
      }
      expect(read).toEqual(newest);
    }
    const first = (await call('GET /plans/enrollments?limit=10')).body;
    await givenEnrollment(harness.current, key);
    const second = (await call(`GET /plans/enrollments?limit=10&cursor=${first.next_cursor}`)).body;
    expect([...ids(first), ...ids(second)]).toEqual(newest.slice(0, 20));
  });

  it('the roster can be filtered by status, VIN, reference, plan and time, alone and together', async () => {
    const { key } = await givenPartner(harness.current, { institution: { plans } });
    const call = partnerCalls(harness.current, key);
    const begin = harness.current.clock.now();
    const one = await givenEnrollment(harness.current, key, { external_ref: 'loan 1/ü', plan: 'gold' });
    harness.current.clock.advance(60);
    const two = await givenEnrollment(harness.current, key, { external_ref: 'loan 2' });
    harness.current.clock.advance(60);
    const three = await givenEnrollment(harness.current, key, { plan: 'gold' });
    await call(`PATCH /plans/enrollments/${one.id}`, { status: 'canceled' });
    const again = await givenEnrollment(harness.current, key, { vehicle: one.vehicle });
    await call(`POST /plans/loss-notices`, { enrollment_id: two.id, date_of_loss: '2026-11-15' });
    const at = (seconds: number) => encodeURIComponent(new Date(begin.getTime() + seconds * 1000).toISOString());
    const found = async (query: string) => {
      const { status, body } = await call(`GET /plans/enrollments?${query}`);
      expect(status).toBe(200);
      return ids(body).toSorted();
    };
    const sorted = (...rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
    expect(await found('')).toEqual(sorted(one, two, three, again));
    expect(await found('status=canceled')).toEqual(sorted(one));
    expect(await found('status=active')).toEqual(sorted(three, again));
    expect(await found('status=loss_reported')).toEqual(sorted(two));
    expect(await found('status=redeemed')).toEqual([]);
    expect(await found(`vin=${one.vehicle.vin.toLowerCase()}`)).toEqual(sorted(one, again));
    expect(await found(`vin=${one.vehicle.vin}&status=canceled`)).toEqual(sorted(one));
    expect(await found(`external_ref=${encodeURIComponent('loan 1/ü')}`)).toEqual(sorted(one));
    expect(await found('external_ref=loan')).toEqual([]);
    expect(await found('plan=gold')).toEqual(sorted(one, three));
    expect(await found('plan=silver')).toEqual([]);
    expect(await found(`created_from=${at(60)}`)).toEqual(sorted(two, three, again));
    expect(await found(`created_from=${at(60.001)}`)).toEqual(sorted(three, again));
    expect(await found(`created_to=${at(60)}`)).toEqual(sorted(one));
    expect(await found(`created_from=${at(60)}&created_to=${at(120)}`)).toEqual(sorted(two));
    expect(await found('created_from=2026-11-16')).toEqual([]);
    expect(await found('created_from=1900-01-01&created_to=2200-12-31')).toEqual(sorted(one, two, three, again));
    expect(await found(`plan=gold&created_from=${at(61)}&status=active`)).toEqual(sorted(three));
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit='],
    ['limit', 'limit=1&limit=2'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=x'],
    ['cursor', `cursor=${Buffer.from('["ref_0Ai1jZkB0000000000000000"]').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["enr_0Ai1jZkB000000000000000%"]').toString('base64url')}`],
    ['status', 'status=open'],
    ['status', 'status=ACTIVE'],
    ['vin', 'vin=123'],
    ['external_ref', 'external_ref='],
    ['external_ref', `external_ref=${'x'.repeat(121)}`],
    ['external_ref', 'external_ref=%00'],
    ['plan', 'plan='],
    ['plan', 'plan=a%00'],
    ['created_from', 'created_from=yesterday'],
    ['created_from', 'created_from=2026-02-30'],
    ['created_to', 'created_to=2026-11-15T10:00:00'],
    ['test', 'test=true'],
    ['expand', 'expand=member'],
  ])('the list refuses a query by the name of its parameter: %s (%s)', async (path, query) => {
    const { key } = await givenPartner(harness.current);
    const { status, body } = await partnerCalls(harness.current, key)(`GET /plans/enrollments?${query}`);
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'validation_failed', path]);
  });

  it('an enrollment of another institution or of the other mode does not exist', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const mine = await givenEnrollment(harness.current, key);
    const otherClients = [
      await givenPartner(harness.current),
      await givenPartner(harness.current, { institutionId, livemode: true }),
    ];
    for (const otherInstitution of otherClients) {
      const call = partnerCalls(harness.current, otherInstitution.key);
      const answers = [
        await call(`GET /plans/enrollments/${mine.id}`),
        await call(`PATCH /plans/enrollments/${mine.id}`, { status: 'canceled' }),
        // Also before the body is validated.
        await call(`PATCH /plans/enrollments/${mine.id}`, { colour: 'red' }),
        await call('POST /plans/loss-notices', { enrollment_id: mine.id, date_of_loss: '2026-11-15' }),
        await call('POST /plans/loss-notices', { vin: mine.vehicle.vin, date_of_loss: '2026-11-15' }),
      ];
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found']);
      expect((await call(`GET /plans/enrollments?vin=${mine.vehicle.vin}`)).body.data).toEqual([]);
      expect((await call(`GET /plans/redemptions?enrollment_id=${mine.id}`)).body.data).toEqual([]);
    }
    expect((await partnerCalls(harness.current, key)(`GET /plans/enrollments/${mine.id}`)).body).toEqual(mine);
    for (const id of ['x', `${mine.id}x`, mine.id.toUpperCase(), 'bulk'])
      expect((await partnerCalls(harness.current, key)(`GET /plans/enrollments/${id}`)).status).toBe(
        id === 'bulk' ? 405 : 404,
      );
  });

  it('a read-only credential can read but not write enrollments', async () => {
    const { key, institutionId } = await givenPartner(harness.current);
    const mine = await givenEnrollment(harness.current, key);
    const reader = await givenPartner(harness.current, { institutionId, role: 'read_only' });
    const call = partnerCalls(harness.current, reader.key);
    expect((await call(`GET /plans/enrollments/${mine.id}`)).status).toBe(200);
    const writes = [
      await call('POST /plans/enrollments', {}),
      await call('POST /plans/enrollments/bulk', {}),
      await call(`PATCH /plans/enrollments/${mine.id}`, {}),
      await call('POST /plans/loss-notices', {}),
    ];
    for (const { status, body } of writes) expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});
