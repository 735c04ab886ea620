import { beforeAll, describe, expect, it } from 'vitest';
import { bringTo, givenIntake, givenTeam, type CreatedReceipt, type Team } from '#testing/intakes';
import { useCardHarness } from '#test/doubles/stripe';
import { accept, deliverProviderEvents, givenCheckout, sessionOf } from '../testing.ts';

const parts = useCardHarness({
  SERVICES_BY_STATE: JSON.stringify({
    TX: { representation: { licence: 'PA-SYNTHETIC', ends: '2026-11-20' } },
    CA: { representation: false, research: false },
  }),
});

let team: Team;
beforeAll(async () => {
  team = await givenTeam(parts.current.harness);
});

async function delivered(state: string) {
  const { harness } = parts.current;
  const receipt: CreatedReceipt = await givenIntake(harness, { loss: { loss_state: state } });
  await bringTo(harness, receipt, 'consultation_active');
  const consultationId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
  const { body } = await team.post(`/consultations/${consultationId}/deliver`, undefined);
  const { body: detail } = await harness.call('GET', `/api/staff/v1/board/cases/${consultationId}`, {
    token: team.token,
  });
  const { body: polled } = await harness.call('GET', `/api/agent/v1/intakes/${receipt.intake_id}`, {
    token: receipt.poll_token,
  });
  return { checkout: body.checkout, polled: polled.checkout, services: detail.money.services };
}

const pathOf = (url: string): string => new URL(url).pathname;

describe('representation where it is not offered', () => {
  it('representation that is not offered has no link in the receipt, a page that explains it, and nothing to accept; research stays available', async () => {
    const { harness } = parts.current;
    const { checkout, polled, services } = await delivered('NY');
    expect(checkout.representation_url).toBeNull();
    expect(polled).toMatchObject({ representation_url: null, research_url: checkout.research_url });
    expect(services).toContainEqual({
      service: 'representation',
      offered: false,
      why: 'not_set',
      licence: null,
      ends_on: null,
    });
    const path = pathOf(checkout.research_url).replace('research', 'representation');
    const answers = [await harness.call('GET', path), await accept(harness, path)];
    for (const { status, text } of answers) {
      expect(status).toBe(403);
      expect(text).toContain('Representation is not offered in your state');
      expect(text).not.toContain('accept_terms');
    }
    expect((await accept(harness, pathOf(checkout.research_url))).status).toBe(303);
  });

  it('representation is withheld where the state is unknown, and so is research if it is turned off', async () => {
    const checkout = await givenCheckout(parts.current.harness);
    expect((await accept(parts.current.harness, checkout.path('representation'))).status).toBe(403);
    expect((await delivered('CA')).checkout).toMatchObject({ research_url: null, representation_url: null });
  });

  it('representation is offered under a license until the day it ends, and a saved card stays', async () => {
    const { harness } = parts.current;
    const { checkout, services } = await delivered('TX');
    expect(services).toContainEqual(expect.objectContaining({ licence: 'PA-SYNTHETIC', ends_on: '2026-11-20' }));
    const [held, late] = [checkout, (await delivered('TX')).checkout].map(({ representation_url: url }) => pathOf(url));
    const session = sessionOf(await accept(harness, held!));
    parts.current.stripe.bank.pay(session, 'good');
    await deliverProviderEvents(parts.current);
    harness.clock.advance(6 * 86_400);
    const answer = await accept(harness, late!);
    expect([answer.status, answer.text.includes('not offered in your state')]).toEqual([403, true]);
    const standing = await harness.call('GET', held!);
    expect([standing.status, standing.text.includes('Your card is saved')]).toEqual([200, true]);
  });
});
