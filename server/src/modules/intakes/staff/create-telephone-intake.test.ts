import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { eventTypes, givenIntake, givenTeam, newEmail, newPhone, type Team } from '../testing.ts';
import { telephoneWording } from './telephone-rules.ts';

const harness = useHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const spoken = (changes: object = {}) => ({
  customer: { first_name: 'Robin', phone: newPhone() },
  loss: { zip: '10001' },
  wording_version: telephoneWording.version,
  agreed: true,
  number_read_back: true,
  ...changes,
});

const make = (changes: object = {}) => team.post('/telephone-cases', spoken(changes));
const query = async (text: string, ...values: unknown[]) =>
  (await harness.current.ctx.db.pool.query(text, values)).rows;
const intakeOf = async (consultationId: string) =>
  (await query('select * from intakes.intakes where consultation_id = $1', consultationId))[0];
const caseOf = async (id: string) =>
  (await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: team.token })).body;
const ledgerOf = async (id: string) =>
  (await harness.current.call('GET', `/api/staff/v1/consent/${id}`, { token: team.token })).body;

describe('a case from a phone call', () => {
  it('a phone case is received and confirmed immediately, is assigned to its staff member, and shows its origin', async () => {
    const { status, body } = await make();
    expect([status, body.created, body.do_not_contact]).toEqual([200, true, false]);
    const { card, asked } = await caseOf(body.consultation_id);
    expect(card).toMatchObject({
      source: 'agent_intake',
      by_telephone: true,
      lane: 'confirmed',
      proven: 'call',
      assignee: { mine: true },
    });
    expect(asked).toMatchObject({ by: 'telephone', name: 'Robin', proven: true });
    const intake = await intakeOf(body.consultation_id);
    expect(await eventTypes(harness.current, intake.id)).toEqual(['intake.received', 'intake.customer_confirmed']);
    // It has no agent data: no link, no discount, no message, no key that could poll it.
    expect(intake).toMatchObject({ link_hash: null, principal_id: null, discount_applied: false });
    expect(await query('select 1 from customers.messages where subject_id = $1', intake.id)).toEqual([]);
    expect(await query('select 1 from webhooks.deliveries where account_id is null')).toEqual([]);
  });

  it('a phone case is not called again the same day', async () => {
    const { body } = await make();
    const [row] = await query(
      'select ready, next_call_at from consultations.consultations where id = $1',
      body.consultation_id,
    );
    expect([row.ready, row.next_call_at.getTime() - harness.current.clock.now().getTime()]).toEqual([
      false,
      24 * 3600_000,
    ]);
  });

  it('a phone case has the read wording, the yes to it and the proof in the consent ledger', async () => {
    const { body } = await make({ customer: { phone: newPhone(), email: newEmail() } });
    const { entries, wordings } = await ledgerOf(body.consultation_id);
    const answered = entries.find(({ kind }: { kind: string }) => kind === 'answered');
    expect(answered.details).toMatchObject({
      decision: 'yes',
      via: 'call',
      wording_version: telephoneWording.version,
      telephoned_in: true,
    });
    expect(wordings.map(({ words }: { words: string }) => words).join()).toContain(telephoneWording.agreement);
    const proven = entries.filter(({ kind }: { kind: string }) => kind === 'proven');
    expect(proven).toHaveLength(1);
    const intake = await intakeOf(body.consultation_id);
    expect([intake.proven_by_call_at === null, intake.proven_by_email_at]).toEqual([false, null]);
  });

  it('a phone case proves nothing unless the number was read back', async () => {
    const { body } = await make({ number_read_back: false });
    const { card } = await caseOf(body.consultation_id);
    expect([card.lane, card.proven]).toEqual(['confirmed', null]);
    const { entries } = await ledgerOf(body.consultation_id);
    expect(entries.map(({ kind }: { kind: string }) => kind)).not.toContain('proven');
  });

  it('a phone case created by two staff members at the same moment is created once', async () => {
    const customer = { phone: newPhone() };
    const made = await Promise.all([make({ customer }), make({ customer }), make({ customer })]);
    expect(made.map(({ body }) => body.created).toSorted()).toEqual([false, false, true]);
    expect(new Set(made.map(({ body }) => body.consultation_id)).size).toBe(1);
  });

  it('a phone case reuses the open one that an agent submitted with that number, unless it is about another vehicle', async () => {
    const phone = newPhone();
    const vin = '1HGCM82633A004352';
    const { intake_id: id } = await givenIntake(harness.current, { customer: { phone }, vehicle: { vin } });
    const [{ consultation_id: theirs }] = await query('select consultation_id from intakes.intakes where id = $1', id);
    const same = await make({ customer: { phone } });
    expect(same.body).toMatchObject({ created: false, consultation_id: theirs });
    const another = await make({ customer: { phone }, vehicle: { vin: '1FTFW1E57JFC25871' } });
    expect(another.body.created).toBe(true);
  });

  it('a phone case is refused with the invalid field named', async () => {
    const issues = async (changes: object) => {
      const { status, body } = await make(changes);
      return [status, ...(body.issues ?? []).map(({ path }: { path: string }) => path)];
    };
    expect(await issues({ customer: { phone: '900 555 0134' } })).toEqual([400, 'customer.phone']);
    expect(await issues({ customer: {} })).toEqual([400, 'customer.phone']);
    expect(await issues({ loss: { loss_state: 'ZZ' } })).toEqual([400, 'loss.loss_state']);
    expect(await issues({ wording_version: 'telephone 2020-01-01' })).toEqual([400, 'wording_version']);
    expect(await issues({ agreed: false })).toEqual([400, 'agreed']);
    expect(await issues({ lift_do_not_contact: true, number_read_back: false })).toEqual([400, 'lift_do_not_contact']);
  });
});

describe('a caller on the do-not-contact list', () => {
  const givenListed = async () => {
    const phone = newPhone();
    await team.post('/do-not-contact', { phone });
    return { phone };
  };

  it('a caller on the do-not-contact list is helped and not called', async () => {
    const customer = await givenListed();
    const { body } = await make({ customer });
    expect(body).toMatchObject({ created: true, do_not_contact: true });
    const { card, calling } = await caseOf(body.consultation_id);
    expect([card.stopped, calling.ended]).toEqual([true, 'do_not_contact']);
  });

  it('a caller who withdraws their stop on the call is called again, which the ledger records', async () => {
    const customer = await givenListed();
    const token = await givenStaffToken(harness.current, 'caller');
    const refused = await harness.current.call('POST', '/api/staff/v1/telephone-cases', {
      token,
      body: spoken({ customer, lift_do_not_contact: true }),
    });
    // Only a lead can lift a stop that was told to the team.
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    const { body } = await make({ customer, lift_do_not_contact: true });
    expect(body).toMatchObject({ created: true, do_not_contact: false });
    const { card, calling } = await caseOf(body.consultation_id);
    expect([card.stopped, calling.ended]).toEqual([false, null]);
    const { entries } = await ledgerOf(body.consultation_id);
    expect(entries.find(({ kind }: { kind: string }) => kind === 'stop_lifted')?.details).toMatchObject({
      source: 'customer',
      channel: 'call',
    });
  });
});
