import { beforeAll, describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { eraseCustomer } from '#modules/privacy';
import { useHarness } from '#test/harness';
import { givenIntake, givenTeam, newEmail, newPhone, type Team } from '#testing/intakes';
import { bringEnrollmentTo, givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';

const harness = useHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

async function found(words: string): Promise<string[]> {
  const path = `/api/staff/v1/board/search?q=${encodeURIComponent(words)}`;
  const { status, body } = await harness.current.call('GET', path, { token: team.token });
  expect(status).toBe(200);
  return body.data.map(({ source_id: id }: { source_id: string }) => id);
}

/** A unique name. */
let named = 0;
const newName = (): string =>
  `Zq${String.fromCodePoint(...[...String((named += 1))].map((digit) => 97 + Number(digit)))}`;

async function change(sourceId: string, changes: object): Promise<void> {
  const row = await harness.current.owner.find<{ id: string }>({
    text: 'select id from consultations.consultations where source_id = $1',
    values: [sourceId],
  });
  const path = `/api/staff/v1/cases/${row?.id}/facts`;
  const { body } = await harness.current.call('GET', path, { token: team.token });
  const seen = { seen: body.version, changes };
  expect((await harness.current.call('PATCH', path, { token: team.token, body: seen })).status).toBe(200);
}

describe('a search', () => {
  it('search finds the words of a name by how they or their parts begin, in any order, and not by their middle', async () => {
    const [first, last] = [newName(), newName()];
    const { intake_id: id } = await givenIntake(harness.current, {
      customer: { first_name: `${first} Ana`, last_name: `${last}ñez-O’Brien`, email: newEmail() },
    });
    const whole = `${first} Ana ${last}ñez-O’Brien`;
    for (const words of [
      whole,
      `${last}nez ${first}`,
      `ana ${last}`,
      `${first} brien`,
      `${first} O'Br`,
      `${last}nezobrien`,
    ])
      expect([words, await found(words)]).toEqual([words, [id]]);
    for (const words of [`${first} rien`, `${first} nobody`, first.slice(1) + last])
      expect(await found(words)).toEqual([]);
  });

  it('search finds a case by its plate, claim number, reference and email, whole and in upper or lower case', async () => {
    const email = newEmail();
    const phone = newPhone();
    const { intake_id: id } = await givenIntake(harness.current, {
      customer: { first_name: 'Robin', email },
      vehicle: { plate: `SY ${phone.slice(-5)}`, plate_state: 'CA' },
      offer: { insurer: 'Synthetic Mutual', claim_number: `Clm-${phone}` },
      external_ref: `Ref-${phone}`,
    });
    for (const words of [
      `sy${phone.slice(-5)}`,
      `SY-${phone.slice(-5)}`,
      `clm-${phone}`,
      `REF-${phone}`,
      email.toUpperCase(),
    ])
      expect([words, await found(words)]).toEqual([words, [id]]);
    expect(await found(`clm-${phone.slice(0, -1)}`)).toEqual([]);
  });

  it('search finds the values that the team changed', async () => {
    const [before, after] = [newPhone(), newPhone()];
    const { intake_id: id } = await givenIntake(harness.current, { customer: { first_name: 'Robin', phone: before } });
    expect([await found(before), await found(after)]).toEqual([[id], []]);
    await change(id, { phone: after, claim_number: `CLM${after}` });
    expect([await found(before), await found(after), await found(`clm${after}`)]).toEqual([[], [id], [id]]);
  });

  it('search finds a member by values that an institution changed, and finds an erased member by none', async () => {
    const { key } = await givenPartner(harness.current, { livemode: true });
    const [before, after] = [newName(), newName()];
    const member = (name: string) => ({ first_name: name, last_name: 'Member', email: newEmail() });
    const enrollment = await givenEnrollment(harness.current, key, { member: member(before) });
    await bringEnrollmentTo(harness.current, enrollment.id, 'loss_reported');
    const [id] = await found(before);
    expect(id).toMatch(/^rdm_/);
    const path = `/api/gap/v1/plans/enrollments/${enrollment.id}`;
    const changed = await harness.current.call('PATCH', path, { token: key, body: { member: member(after) } });
    expect(changed.status).toBe(200);
    expect([await found(before), await found(after), await found(enrollment.vehicle.vin)]).toEqual([[], [id], [id]]);

    await eraseCustomer(harness.current.ctx, { name: enrollment.id, by: 'test', close: closeErased });
    expect([await found(after), await found(enrollment.vehicle.vin), await found(enrollment.id)]).toEqual([[], [], []]);
  });
});
