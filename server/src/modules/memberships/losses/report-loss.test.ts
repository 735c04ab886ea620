import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { form, integer, text, type Values } from '#test/fixtures/member-values';
import { sideBySide } from '#test/side-by-side';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { eventTypes, partnerCalls } from '#testing/referrals';
import { bringEnrollmentTo, enrollmentTraces, givenEnrollment, rosterVin } from '../testing.ts';
import { reportLoss } from './report-loss.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000, DATABASE_POOL_SIZE: '24' });

let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

const today = '2026-11-15';

async function given(livemode = false) {
  const caller: PartnerClient = await givenPartner(harness.current, { livemode });
  const made = await givenEnrollment(harness.current, caller.key);
  const call = partnerCalls(harness.current, caller.key);
  const report = (body: object) => call('POST /plans/loss-notices', { date_of_loss: today, ...body });
  return { ...caller, made, call, report };
}

const staff = (method: string, path: string) => harness.current.call(method, `/api/staff/v1${path}`, { token });

const boardRow = async (sourceId: string, query: string) => {
  const { body } = await staff('GET', `/board?limit=100${query}`);
  return body.data.find((row: { source_id: string }) => row.source_id === sourceId);
};

describe('a loss notice', () => {
  it("a loss notice is in the ledger as the institution's attestation about the member", async () => {
    for (const livemode of [true, false]) {
      const { made, report } = await given(livemode);
      const { body } = await report({ enrollment_id: made.id });
      const { rows } = await harness.current.ctx.db.pool.query(
        'select kind, cardinality(contact_hashes) > 0 as named from consent.entries where subject_id = $1',
        [body.redemption_id],
      );
      expect(rows).toEqual([{ kind: 'attested', named: true }]);
    }
  });

  it('a loss notice creates a redemption and the member’s consultation, in one transaction [P-LOSS-001, P-REDEEM-001]', async () => {
    for (const livemode of [true, false]) {
      const { made, call, report } = await given(livemode);
      harness.current.clock.advance(1);
      const now = harness.current.clock.now().toISOString();
      const { status, body, headers } = await report({
        enrollment_id: made.id,
        date_of_loss: '2026-11-15T09:30:00.5-05:00',
        loss_state: 'ny',
        carrier: 'Synthetic Mutual',
        claim_number: 'CLM-1',
        initial_offer_cents: 1_500_000,
        external_ref: 'loss-1',
      });
      expect(status).toBe(201);
      expect(headers.get('location')).toBeNull();
      expect(Object.entries(body)).toEqual(
        Object.entries({
          id: expect.stringMatching(/^lnt_[0-9A-Za-z]{24}$/),
          object: 'gap.loss_notice',
          status: 'received',
          external_ref: 'loss-1',
          enrollment_id: made.id,
          redemption_id: expect.stringMatching(/^rdm_[0-9A-Za-z]{24}$/),
          consultation_number: expect.stringMatching(livemode ? /^CN-\d{8}$/ : /^CN-T\d{7}$/),
          date_of_loss: '2026-11-15T14:30:00.500Z',
          loss_state: 'NY',
          carrier: 'Synthetic Mutual',
          claim_number: 'CLM-1',
          initial_offer_cents: 1_500_000,
          test: !livemode,
          created_at: now,
        }),
      );
      const enrollment = (await call(`GET /plans/enrollments/${made.id}`)).body;
      expect(enrollment).toEqual({ ...made, status: 'loss_reported', updated_at: now });
      const list = await call('GET /plans/redemptions');
      expect(list.body).toEqual({ object: 'list', data: [expect.anything()], has_more: false, next_cursor: null });
      expect(Object.entries(list.body.data[0])).toEqual(
        Object.entries({
          id: body.redemption_id,
          object: 'gap.redemption',
          status: 'open',
          enrollment_id: made.id,
          loss_notice_id: body.id,
          consultation_number: body.consultation_number,
          test: !livemode,
          created_at: now,
          completed_at: null,
        }),
      );
      expect(await eventTypes(harness.current, made.id)).toEqual([
        'plan.enrollment.created',
        'plan.loss.reported',
        'plan.redemption.created',
      ]);
      // The board shows sandbox cases only on request.
      const open = { source: 'membership', number: body.consultation_number, test: !livemode, closed_at: null };
      const [usual, sandbox] = [
        await boardRow(body.redemption_id, ''),
        await boardRow(body.redemption_id, '&test=true'),
      ];
      expect(livemode ? usual : sandbox).toMatchObject(open);
      expect(livemode ? sandbox : usual).toBeUndefined();
    }
  });

  it('a loss notice names the vehicle by its enrollment or by its VIN, and has null for unsent members', async () => {
    const { made, report } = await given();
    const { status, body } = await report({ vin: made.vehicle.vin.toLowerCase() });
    expect([status, body.enrollment_id]).toEqual([201, made.id]);
    expect(body).toMatchObject({
      external_ref: null,
      date_of_loss: '2026-11-15T00:00:00.000Z',
      loss_state: null,
      carrier: null,
      claim_number: null,
      initial_offer_cents: null,
    });
  });

  it('a loss notice names exactly one of the two', async () => {
    const { made, report } = await given();
    const before = await enrollmentTraces(harness.current, made.id);
    for (const named of [{}, { enrollment_id: made.id, vin: made.vehicle.vin }]) {
      const { status, body } = await report(named);
      expect([status, body.code, body.issues]).toEqual([
        400,
        'validation_failed',
        [{ path: 'enrollment_id', message: 'exactly one of enrollment_id and vin is needed' }],
      ]);
    }
    expect(await enrollmentTraces(harness.current, made.id)).toEqual(before);
  });

  it('a loss notice for an unknown enrollment gets 404, once the body is valid [P-LOSS-001]', async () => {
    const { report } = await given();
    for (const named of [{ enrollment_id: 'enr_x' }, { vin: rosterVin() }])
      expect(await report(named)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    // An id in the body is part of the body: its other issues are reported first.
    expect(await report({ enrollment_id: 'enr_x', loss_state: 'New York' })).toMatchObject({ status: 400 });
  });

  it('a loss notice is refused for a calendar day before the enrollment began', async () => {
    const { key, report } = await given();
    const { id } = await givenEnrollment(harness.current, key, { effective_on: '2026-11-10' });
    const before = await enrollmentTraces(harness.current, id);
    for (const date of ['2026-11-09', '2026-11-09T23:59:59.999Z', '2026-11-09T23:59:59-05:00']) {
      const { status, body } = await report({ enrollment_id: id, date_of_loss: date });
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'validation_failed', 'date_of_loss']);
    }
    expect(await enrollmentTraces(harness.current, id)).toEqual(before);
    expect((await report({ enrollment_id: id, date_of_loss: '2026-11-10' })).status).toBe(201);
  });

  it.each([
    ['canceled', 'invalid_state'],
    ['redeemed', 'invalid_state'],
    ['loss_reported', 'loss_notice_exists'],
  ])('a loss notice for an enrollment that is %s is refused as %s', async (status, code) => {
    const { made, call, report } = await given();
    await bringEnrollmentTo(harness.current, made.id, status);
    const { data } = (await call(`GET /plans/redemptions?enrollment_id=${made.id}`)).body;
    const before = await enrollmentTraces(harness.current, made.id);
    for (const named of [{ enrollment_id: made.id }, { vin: made.vehicle.vin }]) {
      const { status: answered, body } = await report(named);
      expect([answered, body.code]).toEqual([409, code]);
      if (code === 'invalid_state') expect(body.current_status).toBe(status);
      else expect(body.loss_notice_id).toBe(data[0].loss_notice_id);
    }
    expect(await enrollmentTraces(harness.current, made.id)).toEqual(before);
  });

  it('a loss notice by VIN is about the enrollment that is not canceled', async () => {
    const { key, made, report } = await given();
    await bringEnrollmentTo(harness.current, made.id, 'canceled');
    const again = await givenEnrollment(harness.current, key, { vehicle: made.vehicle });
    expect((await report({ vin: made.vehicle.vin })).body.enrollment_id).toBe(again.id);
  });

  it('one of many concurrent loss notices is accepted; the others get its id', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { made, call, report } = await given();
      const named = (turn: number) => (turn % 2 === 0 ? { enrollment_id: made.id } : { vin: made.vehicle.vin });
      const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => report(named(turn))));
      const taken = answers.filter(({ status }) => status === 201);
      expect(taken).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer !== taken[0]))
        expect([status, body.code, body.loss_notice_id]).toEqual([409, 'loss_notice_exists', taken[0]!.body.id]);
      expect((await call('GET /plans/redemptions')).body.data).toHaveLength(1);
    }
  });

  it('a loss notice and a concurrent cancellation do not both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { made, call, report } = await given();
      const [loss, cancel] = await Promise.all([
        report({ enrollment_id: made.id }),
        call(`PATCH /plans/enrollments/${made.id}`, { status: 'canceled' }),
      ]);
      expect([loss.status, cancel.status].toSorted()).toEqual(loss.status === 201 ? [201, 409] : [200, 409]);
      const { body } = await call(`GET /plans/enrollments/${made.id}`);
      expect(body.status).toBe(loss.status === 201 ? 'loss_reported' : 'canceled');
    }
  });

  it('a loss notice with a VIN that was swapped away during the lookup matches no enrollment', async () => {
    const { institutionId, made, call } = await given();
    const { ctx } = harness.current;
    const tenant = { institutionId, livemode: false };
    const losing = transact(ctx, async (tx) => {
      let found = false;
      const find: typeof tx.db.find = async (query) => {
        const row = await tx.db.find(query);
        // The first lookup is by VIN; the vehicle changes before the enrollment is locked.
        if (!found) await call(`PATCH /plans/enrollments/${made.id}`, { vehicle: { vin: rosterVin() } });
        found = true;
        return row;
      };
      const loss = { vin: made.vehicle.vin, date_of_loss: today };
      return reportLoss(
        { ...tx, db: { many: (query) => tx.db.many(query), write: (query) => tx.db.write(query), find } },
        tenant,
        loss,
      );
    });
    await expect(losing).rejects.toMatchObject({ code: 'not_found' });
    expect((await call(`GET /plans/enrollments/${made.id}`)).body.status).toBe('active');
  });

  it('a loss notice is executed once per Idempotency-Key', async () => {
    const { key, made, call } = await given();
    const send = () =>
      harness.current.call('POST', '/api/gap/v1/plans/loss-notices', {
        token: key,
        body: { vin: made.vehicle.vin, date_of_loss: today },
        headers: { 'idempotency-key': 'loss' },
      });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await call('GET /plans/redemptions')).body.data).toHaveLength(1);
  });
});

describe('a member of a loss notice', () => {
  const each = (list: string): string[] => list.split('|');
  const members: Record<string, Values> = {
    vin: form([], each('1|2SYNTH0000000000|2SYNTH0000000000I|2SYNTH000000000000')),
    enrollment_id: form([], ['x'.repeat(101)]),
    date_of_loss: form(
      each('2026-11-15|2026-11-15T00:00:00Z|2026-11-16T10:00:00.123Z|2026-11-15T23:59:59-05:00'),
      each('2026-02-29|2026-13-01|11/15/2026|2026-11-15T10:00:00|2026-11-15 10:00:00Z|today|1762000000'),
    ),
    loss_state: form(each('NY|ny|Ca|dc'), each('N|NYC|N1|N |--|É1|zz|PR|AE')),
    carrier: text(1, 120),
    claim_number: text(1, 60),
    initial_offer_cents: integer(0, 100_000_000),
    external_ref: text(1, 120),
  };

  it.each(Object.entries(members))('%s is accepted within its bounds and nowhere else', async (path, values) => {
    const { key } = await given();
    const attempt = async (value: string) => {
      const { id } = await givenEnrollment(harness.current, key);
      const named = path === 'vin' ? {} : { enrollment_id: id };
      const raw = JSON.stringify({ date_of_loss: today, ...named, [path]: '@@' }).replace('"@@"', () => value);
      const { status, body } = await harness.current.call('POST', '/api/gap/v1/plans/loss-notices', {
        token: key,
        raw,
      });
      const paths = ((body?.issues ?? []) as { path: string }[]).map((issue) => issue.path);
      return { value: value.slice(0, 80), status, paths };
    };
    const right = await sideBySide(values.right, 4, attempt);
    expect(right.filter(({ status }) => status !== 201)).toEqual([]);
    // A valid but unknown id gets 404.
    const nobody = ({ value }: { value: string }) => path === 'enrollment_id' && /^"[^\\]*[^\\"\s]/.test(value);
    const wrong = await sideBySide(values.wrong, 4, attempt);
    const told = ({ status, paths }: (typeof wrong)[number]) =>
      status === 400 && paths.some((found) => found.startsWith(path));
    expect(wrong.filter((tried) => !told(tried) && !(nobody(tried) && tried.status === 404))).toEqual([]);
  });

  it('an unknown member is refused', async () => {
    const { made, report } = await given();
    const { status, body } = await report({ enrollment_id: made.id, settlement_cents: 1 });
    expect([status, body.issues]).toEqual([400, [{ path: 'settlement_cents', message: 'is not a known member' }]]);
    const none = await report({ enrollment_id: made.id, date_of_loss: undefined });
    expect([none.status, none.body.issues[0].path]).toEqual([400, 'date_of_loss']);
  });
});
