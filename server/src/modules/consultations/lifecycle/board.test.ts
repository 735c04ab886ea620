import { beforeAll, describe, expect, it } from 'vitest';
import { givenAgent } from '#testing/agents';
import { bringTo, givenIntake, givenTeam, minimalIntake, newPhone, submit, type Team } from '#testing/intakes';
import { transact } from '#platform/db';
import { useTextHarness } from '#test/doubles/twilio';
import { createNumberedConsultation } from './lifecycle.ts';
import type { Board } from '../schemas.ts';

const parts = useTextHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(parts.current.harness);
});

const readBoard = (query = '') =>
  parts.current.harness.call('GET', `/api/staff/v1/board${query}`, { token: team.token });

/** The whole board, page by page. */
async function wholeBoard(limit: number): Promise<Board['data']> {
  const rows: Board['data'] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? `?limit=${limit}` : `?limit=${limit}&cursor=${cursor}`;
    const { body }: { body: Board } = await readBoard(query);
    expect([body.object, body.data.length <= limit, body.has_more]).toEqual(['list', true, body.next_cursor !== null]);
    rows.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return rows;
}

describe('the board', () => {
  it('the board has a call to make for every accepted intake, as soon as its submitter has the answer [A-INTAKE-006, A-CONTACT-007]', async () => {
    const intake = await givenIntake(parts.current.harness);
    const row = (await wholeBoard(100)).find(({ source_id: id }) => id === intake.intake_id);
    expect(row).toEqual({
      id: expect.stringMatching(/^con_[0-9A-Za-z]{24}$/),
      number: expect.stringMatching(/^CN-\d{8}$/),
      source: 'agent_intake',
      source_id: intake.intake_id,
      priority: false,
      test: false,
      opened_at: parts.current.harness.clock.now().toISOString(),
      delivered_at: null,
      closed_at: null,
    });
  });

  it('the board shows sandbox consultations only on request, and numbers them separately', async () => {
    const { harness } = parts.current;
    const open = (livemode: boolean) =>
      transact(harness.ctx, (tx) =>
        createNumberedConsultation(tx, {
          source: 'referral',
          sourceId: `ref_${crypto.randomUUID()}`,
          priority: false,
          test: !livemode,
          contact: { phone: undefined },
        }),
      );
    const [live, test, next] = [await open(true), await open(false), await open(false)];
    expect([live.number, test.number]).toEqual([
      expect.stringMatching(/^CN-\d{8}$/),
      expect.stringMatching(/^CN-T\d{7}$/),
    ]);
    expect(Number(next.number.slice(4))).toBe(Number(test.number.slice(4)) + 1);
    const ids = async (query: string) => ((await readBoard(query)).body as Board).data.map(({ id }) => id);
    const [usual, liveOnly, sandbox] = [
      await ids('?limit=100'),
      await ids('?limit=100&test=false'),
      await ids('?test=true'),
    ];
    expect([usual.includes(live.id), usual.includes(test.id)]).toEqual([true, false]);
    expect(liveOnly).toEqual(usual);
    expect(sandbox).toEqual(expect.arrayContaining([test.id, next.id]));
    expect(sandbox).not.toContain(live.id);
    expect((await readBoard('?test=1')).status).toBe(400);
  });

  it('the board has no calls for neutral answers or for an intake that ended', async () => {
    const { harness } = parts.current;
    const declined = await givenIntake(harness);
    await bringTo(harness, declined, 'declined');
    const { body: unserved } = await submit(harness, minimalIntake({ loss: { loss_state: 'ZZ' } }));
    const ids = (await wholeBoard(100)).map(({ source_id: id }) => id);
    expect(ids).not.toContain(declined.intake_id);
    expect(ids).not.toContain(unserved.intake_id);
  });

  it('the board lists priority first, then the longest waiting, the same through pages of any size', async () => {
    const { harness } = parts.current;
    const { key } = await givenAgent(harness);
    const consent = { ...minimalIntake().consent, mode: 'warm_handoff' as const };
    for (let round = 0; round < 4; round += 1) {
      await givenIntake(harness);
      await submit(harness, minimalIntake({ consent, customer: { phone: newPhone() } }), { token: key });
      await givenIntake(harness);
      harness.clock.advance(60);
    }
    const whole = await wholeBoard(100);
    const order = (row: Board['data'][number]) => `${row.priority ? 0 : 1} ${row.opened_at} ${row.id}`;
    expect(whole.length).toBeGreaterThanOrEqual(12);
    expect(whole.map(order)).toEqual(whole.map(order).toSorted());
    for (const limit of [1, 3, 7]) expect(await wholeBoard(limit)).toEqual(whole);
  });

  it('the board is for staff only', async () => {
    const { key } = await givenAgent(parts.current.harness);
    const { poll_token: pollToken } = await givenIntake(parts.current.harness);
    for (const credential of [{}, { token: key }, { token: pollToken }, { token: 'svc_staff_unknown' }]) {
      const { status, body } = await parts.current.harness.call('GET', '/api/staff/v1/board', credential);
      expect([status, body.code]).toEqual([401, 'unauthorized']);
    }
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=', '?cursor=nonsense', '?other=1', '?limit=1&limit=2'])(
    'the board refuses %s',
    async (query) => {
      expect((await readBoard(query)).status).toBe(400);
    },
  );

  it.each<unknown[]>([
    [true, '2026-11-15T12:00:00.000Z', `con_${'0'.repeat(23)}\0`],
    [true, 'never', 'con_x'],
    ['true', '2026-11-15T12:00:00.000Z', 'con_x'],
    [],
  ])('the board refuses a made-up cursor', async (...made) => {
    const cursor = Buffer.from(JSON.stringify(made)).toString('base64url');
    expect((await readBoard(`?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('calls', () => {
  it('calls are made by staff only: from submission to the welcome nothing rings, and every recorded call is a staff member’s [A-CONTACT-008]', async () => {
    const { harness, twilio } = parts.current;
    const phone = newPhone();
    const intake = await givenIntake(harness, { customer: { phone } });
    const requests = twilio.requests;
    await harness.sendMessages();
    // The Twilio double refuses everything but text messages, so each request it accepted is one.
    expect(twilio.requests - requests).toBe(twilio.received.length);
    expect(twilio.to(`+1${phone}`).length).toBe(1);
    expect((await team.record(intake.intake_id)).consultation?.calls).toEqual([]);
    expect(intake.contact_policy.automated_calls).toBe(false);
    await team.call(intake.intake_id, 'voicemail');
    const { consultation, messages } = await team.record(intake.intake_id);
    expect(consultation?.calls).toEqual([
      expect.objectContaining({ staff_id: expect.stringMatching(/^stf_/), outcome: 'voicemail' }),
    ]);
    expect(messages.map(({ channel }) => channel)).toEqual(['text']);
    expect(twilio.requests - requests).toBe(twilio.received.length);
  });

  it('calls are recorded by staff only, with one of seven outcomes and a note of at most 2000', async () => {
    const { harness } = parts.current;
    const { intake_id: id, poll_token: token } = await givenIntake(harness);
    const path = `/api/staff/v1/intakes/${id}/calls`;
    for (const credential of [{}, { token }]) {
      expect((await harness.call('POST', path, { body: { outcome: 'confirmed' }, ...credential })).status).toBe(401);
    }
    const wrong = [
      {},
      { outcome: 'busy' },
      { outcome: null },
      { outcome: 'voicemail', note: '' },
      { outcome: 'voicemail', x: 1 },
    ];
    for (const body of [...wrong, { outcome: 'voicemail', note: 'n'.repeat(2001) }, undefined]) {
      expect((await harness.call('POST', path, { body, token: team.token })).status).toBe(400);
    }
    const note = 'n'.repeat(2000);
    const noted = await harness.call('POST', path, { body: { outcome: 'voicemail', note }, token: team.token });
    expect([noted.status, noted.body.consultation.calls[0].note]).toEqual([200, note]);
  });

  it.each(['', '/calls', '/start'])('a call about an unknown intake (%s) gets 404', async (suffix) => {
    const { call } = parts.current.harness;
    const path = `/api/staff/v1/intakes/int_unknown${suffix}`;
    const { status, body } = await call(suffix === '' ? 'GET' : 'POST', path, {
      token: team.token,
      ...(suffix === '/calls' ? { body: { outcome: 'confirmed' } } : {}),
    });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
