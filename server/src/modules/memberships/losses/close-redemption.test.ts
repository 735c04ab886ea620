import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { eventsAbout, eventTypes, partnerCalls } from '#testing/referrals';
import { bringEnrollmentTo, enrollmentTraces, givenEnrollment } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '24' });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

async function givenLoss(livemode = true) {
  const { key, institutionId } = await givenPartner(harness.current, { livemode });
  const enrollment = await givenEnrollment(harness.current, key);
  const call = partnerCalls(harness.current, key);
  const notice = (await call('POST /plans/loss-notices', { enrollment_id: enrollment.id, date_of_loss: '2026-11-15' }))
    .body;
  return { key, institutionId, enrollment, call, notice };
}

const end = (id: string, how: 'complete' | 'cancel') =>
  harness.current.call('POST', `/api/staff/v1/redemptions/${id}/${how}`, { token });

const onBoard = async (redemptionId: string, test = false): Promise<boolean> => {
  const { body } = await harness.current.call('GET', `/api/staff/v1/board?limit=100&test=${test}`, { token });
  return body.data.some((row: { source_id: string }) => row.source_id === redemptionId);
};

describe('a redemption', () => {
  it('the team completes a redemption: the enrollment is used up, and its case is off the board', async () => {
    const { enrollment, call, notice } = await givenLoss();
    harness.current.clock.advance(3600);
    const now = harness.current.clock.now().toISOString();
    const [before] = (await call('GET /plans/redemptions')).body.data;
    expect(await onBoard(notice.redemption_id)).toBe(true);
    const { status, body } = await end(notice.redemption_id, 'complete');
    expect([status, body]).toEqual([200, { ...before, status: 'completed', completed_at: now }]);
    expect((await call('GET /plans/redemptions')).body.data).toEqual([body]);
    const shown = (await call(`GET /plans/enrollments/${enrollment.id}`)).body;
    expect(shown).toEqual({ ...enrollment, status: 'redeemed', updated_at: now });
    expect(await onBoard(notice.redemption_id)).toBe(false);
    const events = await eventsAbout(harness.current, enrollment.id);
    expect(events.at(-1)).toMatchObject({
      type: 'plan.redemption.completed',
      data: { enrollment: { status: 'redeemed' }, redemption: { status: 'completed', completed_at: now } },
    });
  });

  it('the team cancels a redemption if it was not a total loss: the vehicle is enrolled as before', async () => {
    const { enrollment, call, notice } = await givenLoss(false);
    expect(await onBoard(notice.redemption_id, true)).toBe(true);
    harness.current.clock.advance(60);
    const now = harness.current.clock.now().toISOString();
    const { status, body } = await end(notice.redemption_id, 'cancel');
    expect([status, body.status, body.completed_at]).toEqual([200, 'canceled', null]);
    expect((await call(`GET /plans/enrollments/${enrollment.id}`)).body).toEqual({ ...enrollment, updated_at: now });
    expect(await onBoard(notice.redemption_id, true)).toBe(false);
    expect(await eventTypes(harness.current, enrollment.id)).toEqual([
      'plan.enrollment.created',
      'plan.loss.reported',
      'plan.redemption.created',
      'plan.enrollment.updated',
    ]);
    // A later loss is a new one.
    const again = await call('POST /plans/loss-notices', { vin: enrollment.vehicle.vin, date_of_loss: '2026-11-15' });
    expect(again.status).toBe(201);
    expect([again.body.id, again.body.redemption_id, again.body.consultation_number]).not.toEqual([
      notice.id,
      notice.redemption_id,
      notice.consultation_number,
    ]);
    const { data } = (await call('GET /plans/redemptions')).body;
    expect(data.map((row: { status: string }) => row.status).toSorted()).toEqual(['canceled', 'open']);
  });

  it.each([
    ['complete', 'complete', 'completed'],
    ['complete', 'cancel', 'completed'],
    ['cancel', 'complete', 'canceled'],
    ['cancel', 'cancel', 'canceled'],
  ] as const)('a redemption ends once: after %s, %s is refused', async (first, second, status) => {
    const { enrollment, notice } = await givenLoss();
    await end(notice.redemption_id, first);
    const before = await enrollmentTraces(harness.current, enrollment.id);
    const { status: answered, body } = await end(notice.redemption_id, second);
    expect([answered, body.code, body.current_status]).toEqual([409, 'invalid_state', status]);
    expect(await enrollmentTraces(harness.current, enrollment.id)).toEqual(before);
  });

  it('a redemption completed and canceled concurrently ends in one way', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { enrollment, call, notice } = await givenLoss();
      const answers = await Promise.all(
        (['complete', 'cancel', 'complete', 'cancel'] as const).map((how) => end(notice.redemption_id, how)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const done = answers.find(({ status }) => status === 200)!.body.status;
      const { body } = await call(`GET /plans/enrollments/${enrollment.id}`);
      expect(body.status).toBe(done === 'completed' ? 'redeemed' : 'active');
    }
  });

  it('an unknown redemption gets 404', async () => {
    for (const how of ['complete', 'cancel'] as const)
      expect(await end('rdm_x', how)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('the list of redemptions', () => {
  it('redemptions are listed newest first, page by page, and filtered by enrollment, status and time [P-REDEEM-001]', async () => {
    const { key } = await givenPartner(harness.current);
    const call = partnerCalls(harness.current, key);
    const rows: { id: string; enrollment_id: string; created_at: string }[] = [];
    for (let count = 0; count < 6; count += 1) {
      harness.current.clock.advance(60);
      const { id } = await givenEnrollment(harness.current, key);
      await bringEnrollmentTo(harness.current, id, count < 2 ? 'redeemed' : 'loss_reported');
      rows.unshift((await call(`GET /plans/redemptions?enrollment_id=${id}`)).body.data[0]);
    }
    await end(rows[0]!.id, 'cancel');
    const found = async (query: string) => {
      const { status, body } = await call(`GET /plans/redemptions?${query}`);
      expect(status).toBe(200);
      return body.data.map(({ id }: { id: string }) => rows.findIndex((row) => row.id === id));
    };
    const at = (index: number) => encodeURIComponent(rows[index]!.created_at);
    expect(await found('')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await found('status=open')).toEqual([1, 2, 3]);
    expect(await found('status=completed')).toEqual([4, 5]);
    expect(await found('status=canceled')).toEqual([0]);
    expect(await found(`enrollment_id=${rows[2]!.enrollment_id}`)).toEqual([2]);
    expect(await found(`enrollment_id=${rows[2]!.enrollment_id}&status=canceled`)).toEqual([]);
    expect(await found('enrollment_id=enr_x')).toEqual([]);
    expect(await found(`created_from=${at(2)}&created_to=${at(0)}`)).toEqual([1, 2]);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await call(`GET /plans/redemptions?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      read.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(read).toEqual(rows.map(({ id }) => id));
  });

  it.each([
    ['status', 'status=active'],
    ['enrollment_id', 'enrollment_id='],
    ['enrollment_id', 'enrollment_id=%00'],
    ['enrollment_id', `enrollment_id=${'x'.repeat(101)}`],
    ['cursor', `cursor=${Buffer.from('["enr_0Ai1jZkB0000000000000000"]').toString('base64url')}`],
    ['vin', 'vin=2SYNTH00000000001'],
    ['limit', 'limit=0'],
  ])('the list refuses a query by the name of its parameter: %s (%s)', async (path, query) => {
    const { key } = await givenPartner(harness.current);
    const { status, body } = await partnerCalls(harness.current, key)(`GET /plans/redemptions?${query}`);
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'validation_failed', path]);
  });
});
