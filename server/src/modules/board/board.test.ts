import { beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { bringTo, givenIntake, givenTeam, newEmail, newPhone, type Team, pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { bringEnrollmentTo, givenEnrollment } from '#testing/memberships';
import { bringTo as bringReferralTo, givenReferral } from '#testing/referrals';
import { useHarness } from '#test/harness';
import type { ConsultationDetail, Columns } from './schemas.ts';
import type { Load } from './overview-schemas.ts';

const harness = useHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const read = async (path: string) => {
  const answer = await harness.current.call('GET', `/api/staff/v1${path}`, { token: team.token });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return answer.body;
};

const laneOf = (columns: Columns, intakeId: string) =>
  columns.columns.find(({ cards }) => cards.some(({ source_id: id }) => id === intakeId))?.lane;

describe('the columns', () => {
  it.each([
    ['received', 'new'],
    ['welcome_sent', 'new'],
    ['contact_attempted', 'tried'],
    ['customer_confirmed', 'confirmed'],
    ['consultation_active', 'active'],
    ['declined', undefined],
  ] as const)('a consultation that is %s is in the column %s', async (status, lane) => {
    const intake = await givenIntake(harness.current, {
      customer: { first_name: 'Robin', last_name: 'Example', email: newEmail() },
    });
    await bringTo(harness.current, intake, status);
    const columns: Columns = await read('/board/columns');
    expect(laneOf(columns, intake.intake_id)).toBe(lane);
    const card = columns.columns.flatMap(({ cards }) => cards).find(({ source_id: id }) => id === intake.intake_id);
    if (lane !== undefined)
      expect(card).toMatchObject({ status, name: 'Robin E.', source: 'agent_intake', test: false });
  });
});

describe('a consultation', () => {
  it('a consultation shows who asked and in which words, and hides the number from staff without its lease', async () => {
    const phone = newPhone();
    const intake = await givenIntake(harness.current, { customer: { first_name: 'Robin', phone } });
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const seen: ConsultationDetail = await read(`/board/cases/${id}`);
    expect(seen.asked).toMatchObject({ by: 'agent', name: 'Synthetic Agent', proven: false });
    expect(seen.asked.words).toContain('The customer asked me');
    expect(seen.person).toMatchObject({ first_name: 'Robin', phone: null, phone_hint: `•••-•••-${phone.slice(-4)}` });
    expect(seen.timeline.map(({ title }) => title)).toContain('Received');
  });
});

describe('a card', () => {
  it.each([
    [{ email: newEmail() }, true],
    [{ email: newEmail(), phone: '(800) 555-0142' }, true],
    [{ phone: newPhone() }, false],
  ])('a card shows whether there is a number to call: %j', async (customer, waits) => {
    const intake = await givenIntake(harness.current, { customer });
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const { card }: ConsultationDetail = await read(`/board/cases/${id}`);
    expect([card.waits_for_number, card.number_struck]).toEqual([waits, false]);
  });
});

describe('the call script', () => {
  it.each([
    ['received', 'Is that right?', 'press 6'],
    ['contact_attempted', 'Is that right?', 'press 6'],
    // A yes that the agent relayed may not be the owner's.
    ['customer_confirmed', 'Is that right?', 'press 6'],
    ['customer_confirmed and proven', 'Is now a good time?', 'press S'],
    ['consultation_active', 'Say what it costs: research $199', 'press D'],
  ] as const)('the script for an owner who is %s has “%s”, then %s', async (status, words, key) => {
    const intake = await givenIntake(harness.current, { customer: { first_name: 'Robin', email: newEmail() } });
    if (status === 'customer_confirmed and proven') await pressSent(harness.current, intake, { via: 'email' });
    else await bringTo(harness.current, intake, status);
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const seen: ConsultationDetail = await read(`/board/cases/${id}`);
    const script = seen.say.map((line) => line.map(({ text }) => text).join('')).join('\n');
    expect([script.includes(words), script.includes(key), script.includes('press 6')]).toEqual([
      true,
      true,
      key === 'press 6',
    ]);
  });
});

describe('an unproven number', () => {
  it.each([
    ['email', true],
    ['text', false],
  ] as const)(
    'after a yes by %s, the script has the keys to stop contact and to remove the number: %s',
    async (via, shown) => {
      const intake = await givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });
      await pressSent(harness.current, intake, { via });
      const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
      const { say }: ConsultationDetail = await read(`/board/cases/${id}`);
      const script = say.flat().map(({ text }) => text);
      for (const key of ['press 8', 'press 9']) expect(script.some((text) => text.includes(key))).toBe(shown);
    },
  );
});

describe('where the owner may be', () => {
  it.each([
    [{ loss_state: 'CA' }, ['CA', 'NJ']],
    [{ zip: '94107' }, ['CA', 'NJ']],
    [{ loss_state: 'NJ' }, ['NJ']],
  ])('the states for %j with a New Jersey number are listed', async (loss, states) => {
    const intake = await givenIntake(harness.current, { customer: { phone: `201${newPhone().slice(3)}` }, loss });
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const { calling }: ConsultationDetail = await read(`/board/cases/${id}`);
    expect(calling.states).toEqual(states);
  });
});

describe('a number on the do-not-contact list', () => {
  it.each(['phone', 'email'] as const)(
    'a number on the do-not-contact list is hidden after an earlier stop by their %s',
    async (kind) => {
      const [phone, email] = [newPhone(), newEmail()];
      const intake = await givenIntake(harness.current, { customer: { email, phone } });
      await bringTo(harness.current, intake, 'customer_confirmed');
      const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
      const shown = async () =>
        ((await read(`/board/cases/${id}`)) as ConsultationDetail).person.phone?.replace(/^\+1/, '');
      expect(await shown()).toBe(phone);
      await team.post('/do-not-contact', kind === 'phone' ? { phone } : { email });
      expect(await shown()).toBeUndefined();
      const { calling, person }: ConsultationDetail = await read(`/board/cases/${id}`);
      expect([calling.may_call, calling.opens_at, person.phone_hint]).toEqual([false, null, expect.any(String)]);
    },
  );
});

describe('search', () => {
  it.each(['phone', 'last four', 'VIN', 'end of the VIN', 'name', 'intake', 'consultation', 'number'])(
    'search finds a consultation by its %s',
    async (by) => {
      const phone = newPhone();
      const vin = `1SYNTHETK${phone.slice(-8)}`;
      const intake = await givenIntake(harness.current, {
        customer: { first_name: 'Quincy', last_name: `Synthetic${phone}`, phone },
        vehicle: { vin },
      });
      const { consultation } = await team.record(intake.intake_id);
      const q = {
        phone: `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
        'last four': phone.slice(-4),
        VIN: vin.toLowerCase(),
        'end of the VIN': vin.slice(-8),
        name: `quincy synthetic${phone}`,
        intake: intake.intake_id,
        consultation: consultation?.id ?? '',
        number: consultation?.number.toLowerCase() ?? '',
      }[by];
      const { data } = await read(`/board/search?q=${encodeURIComponent(q ?? '')}`);
      expect(data.map((card: { source_id: string }) => card.source_id)).toContain(intake.intake_id);
    },
  );

  it('search finds a name with or without its accents, in cases of every origin, and a case by the digits of its number', async () => {
    const intake = await givenIntake(harness.current, {
      customer: { first_name: 'Zoë', last_name: 'Nuñez-O’Brien', email: newEmail() },
    });
    const { key } = await givenPartner(harness.current, { livemode: true });
    const name = { first_name: 'Zoë', last_name: 'Nuñez-O’Brien' };
    const { id } = await givenReferral(harness.current, key, { borrower: { ...name, email: newEmail() } });
    expect((await team.post(`/referrals/${id}/activate`, undefined)).status).toBe(200);
    const enrollment = await givenEnrollment(harness.current, key, { member: { ...name, email: newEmail() } });
    await bringEnrollmentTo(harness.current, enrollment.id, 'loss_reported');
    const found = async (q: string): Promise<string[]> =>
      (await read(`/board/search?q=${encodeURIComponent(q)}`)).data.map((card: { id: string }) => card.id);
    const all = await found('Zoë Nuñez-O’Brien');
    expect(all).toHaveLength(3);
    for (const q of ['Zoe Nunez', 'zoë nuñez', 'NUNEZ', 'zoe', 'Zoe\u0308']) expect(await found(q)).toEqual(all);
    expect(await found('Nunes')).toEqual([]);
    const { consultation } = await team.record(intake.intake_id);
    expect(consultation?.number).toMatch(/^CN-\d{8}$/);
    expect(await found(consultation?.number.slice(3) ?? '')).toEqual([consultation?.id]);
  });
});

describe('a phone number', () => {
  it('a phone number is shown only to the holder of the lease, during legal calling hours', async () => {
    const phone = newPhone();
    const intake = await givenIntake(harness.current, { customer: { phone }, loss: { zip: '94107' } });
    const id = (await team.record(intake.intake_id)).consultation?.id ?? '';
    const seen = async (): Promise<ConsultationDetail> => read(`/board/cases/${id}`);
    await team.post(`/queue/${id}/claim`, undefined);
    // Noon UTC is four in the morning in California.
    const early = await seen();
    expect([early.person.phone, early.calling.may_call, early.card.held?.mine]).toEqual([null, false, true]);
    expect(early.calling.opens_at).not.toBeNull();
    harness.current.clock.advance(6 * 3600);
    expect((await seen()).person.phone).toBeNull();
    await team.post(`/queue/${id}/claim`, undefined);
    const allowed = await seen();
    expect([allowed.person.phone, allowed.calling.may_call]).toEqual([expect.stringContaining(phone), true]);
    const colleague = await givenStaffToken(harness.current, 'caller');
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: colleague });
    expect([body.person.phone, body.card.held.mine]).toEqual([null, false]);
  });
});

describe('test objects', () => {
  it('test objects are on the board only on request', async () => {
    const { key } = await givenPartner(harness.current);
    const { id } = await givenReferral(harness.current, key);
    await bringReferralTo(harness.current, key, { id, status: 'activated' });
    const [usual, test]: Columns[] = [await read('/board/columns'), await read('/board/columns?test=true')];
    expect([laneOf(usual!, id), laneOf(test!, id)]).toEqual([undefined, 'confirmed']);
  });
});

describe('consultations of institutions', () => {
  it("consultations of institutions are on the same board, with the institution's data", async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const referral = await givenReferral(harness.current, key);
    await team.post(`/referrals/${referral.id}/activate`, {});
    const enrollment = await givenEnrollment(harness.current, key);
    await bringEnrollmentTo(harness.current, enrollment.id, 'loss_reported');
    const columns: Columns = await read('/board/columns');
    expect(laneOf(columns, referral.id)).toBe('confirmed');
    const cards = columns.columns.flatMap((column) => column.cards);
    for (const source of ['referral', 'membership'] as const) {
      const card = cards.find((one) => one.source === source);
      const seen: ConsultationDetail = await read(`/board/cases/${card?.id}`);
      expect(seen.asked).toMatchObject({ by: 'institution', name: 'Synthetic Credit Union', proven: true });
      expect(seen.facts.find(({ label }) => label === 'VIN')?.value).toMatch(/SYNTH/);
      expect(seen.person.first_name).not.toBeNull();
      expect(seen.timeline.length).toBeGreaterThan(0);
    }
  });
});

describe('leads and administrators', () => {
  it('leads and administrators see load and ages, agents and institutions; others do not', async () => {
    await givenAgent(harness.current);
    await givenPartner(harness.current);
    const wanted = [
      ['/board/load', { caller: 403, lead: 200, administrator: 200 }],
      ['/board/agents', { caller: 403, lead: 403, administrator: 200 }],
      ['/board/institutions', { caller: 403, lead: 403, administrator: 200 }],
    ] as const;
    for (const role of ['caller', 'lead', 'administrator'] as const) {
      const token = await givenStaffToken(harness.current, role);
      for (const [path, statuses] of wanted) {
        const { status } = await harness.current.call('GET', `/api/staff/v1${path}`, { token });
        expect([path, role, status]).toEqual([path, role, statuses[role]]);
      }
    }
    const load: Load = await read('/board/load');
    const columns: Columns = await read('/board/columns');
    expect(load.lanes.map(({ count }) => count)).toEqual(columns.columns.map(({ count }) => count));
    const waiting = await harness.current.ctx.db.pool.query(
      `select count(*)::int as count from consultations.consultations
       where not test and closed_at is null and (ends_at is null or ends_at > $1) and last_call_at is null and delivered_at is null`,
      [harness.current.clock.now()],
    );
    expect(load.ages.reduce((sum, { count }) => sum + count, 0)).toBe(waiting.rows[0].count);
    expect(load.people.some(({ calls }) => calls > 0)).toBe(true);
    expect((await read('/board/agents')).data[0]).toMatchObject({ name: 'Synthetic Agent', status: 'active' });
    expect((await read('/board/institutions')).data[0]).toMatchObject({ name: 'Synthetic Credit Union' });
  });
});

describe('an invalid request', () => {
  it.each([
    ['/board/columns?test=1', 400],
    ['/board/columns?other=1', 400],
    ['/board/search', 400],
    ['/board/search?q=x', 400],
    ['/board/search?q=%20%20%20', 400],
    [`/board/search?q=${'x'.repeat(101)}`, 400],
    ['/board/search?q=a%00b', 400],
    ['/board/agents?cursor=1', 400],
    ['/board/cases/con_unknown', 404],
  ])('the invalid request %s gets %i', async (path, status) => {
    expect((await harness.current.call('GET', `/api/staff/v1${path}`, { token: team.token })).status).toBe(status);
  });

  it.each(['%25', '_______', "'; drop table intakes.intakes; --", '\\\\', '100%'])(
    'the search text %s is not treated as a pattern',
    async (q) => {
      await givenIntake(harness.current);
      expect((await read(`/board/search?q=${encodeURIComponent(q)}`)).data).toEqual([]);
    },
  );
});
