import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import {
  asStranger,
  bringTo,
  givenIntake,
  givenTeam,
  minimalIntake,
  newEmail,
  newPhone,
  press,
  pressSent,
  submit,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';

const harness = useHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(harness.current);
});

const givenBoth = (): Promise<CreatedReceipt> =>
  givenIntake(harness.current, { customer: { email: newEmail(), phone: newPhone() } });

describe('proof shown to staff', () => {
  const card = async (receipt: CreatedReceipt) => {
    const { consultation } = await team.record(receipt.intake_id);
    return (await harness.current.call('GET', `/api/staff/v1/board/cases/${consultation?.id}`, { token: team.token }))
      .body;
  };

  it('staff see whether a yes was relayed or proven, in the list and on the timeline', async () => {
    const [relayed, proven] = [await givenBoth(), await givenBoth()];
    await press(harness.current, relayed, 'confirm');
    await pressSent(harness.current, proven, { via: 'text' });
    const [one, other] = [await card(relayed), await card(proven)];
    expect([one.card, other.card]).toMatchObject([
      { relayed: true, proven: null, tied: 0 },
      { relayed: false, proven: 'text', tied: 0 },
    ]);
    const titles = (seen: { timeline: { kind: string; title: string }[] }) =>
      seen.timeline.filter(({ kind }) => kind === 'answer').map(({ title }) => title);
    expect(titles(one)).toEqual(['A yes was relayed by the agent, not proven']);
    expect(titles(other).toSorted()).toEqual([
      'Number proven by the texted link',
      'The owner pressed yes by the texted link',
    ]);
  });

  it('staff see which open cases are of the same customer', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const first = await givenIntake(harness.current, { customer });
    const others = [
      await submit(harness.current, minimalIntake({ customer: { phone: customer.phone } }), asStranger()),
      await submit(harness.current, minimalIntake({ customer: { email: customer.email } }), asStranger()),
    ].map(({ body }) => body as CreatedReceipt);
    const seen = await card(first);
    expect(seen.card.tied).toBe(2);
    const numbers = await Promise.all(others.map(async (one) => (await card(one)).card.number));
    expect(seen.tied.map(({ number }: { number: string }) => number).toSorted()).toEqual(numbers.toSorted());
    await bringTo(harness.current, others[0]!, 'declined');
    expect((await card(first)).card.tied).toBe(1);
  });
});
