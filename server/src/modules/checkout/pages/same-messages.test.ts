import { beforeAll, expect, it } from 'vitest';
import { bringTo, givenIntake, givenTeam, poll, type Team } from '#testing/intakes';
import { useCardHarness } from '#test/doubles/stripe';
import { callTool, connect } from '#test/mcp/connect';
import { accept, deliverProviderEvents, sessionOf } from '../testing.ts';

const parts = useCardHarness();
let team: Team;
beforeAll(async () => {
  team = await givenTeam(parts.current.harness);
});

const captured = 'captured only if the settlement improves by at least $1,000';
const rule = `The hold is ${captured}; otherwise nothing is charged.`;
const lapse =
  'A hold lasts up to 7 days. If it ends before the settlement, nothing is charged and your card stays saved. We place the hold again only once the improvement is proven, and then capture it.';
const limits = 'It is not a licensed appraisal. Nobody has inspected the vehicle for this.';
const spanish = {
  rule: 'La retención se cobra solo si el acuerdo mejora al menos $1,000; si no, no se cobra nada.',
  limits: 'No es un avalúo con licencia. Nadie inspeccionó el vehículo para esto.',
};

/** The Spanish terms have a separate address. */
const inSpanish = (page: string) => (page.startsWith('/checkout/terms/') ? `${page}-es` : `${page}?lang=es`);

const read = async (path: string) =>
  (await parts.current.harness.call('GET', path)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** A delivered case of an agent on a fresh installation, without settings about services. */
async function givenDelivered() {
  const { harness } = parts.current;
  const created = await givenIntake(harness, { offer: { acv_offer_cents: 1_500_000 } });
  await bringTo(harness, created, 'consultation_active');
  const consultationId = (await team.record(created.intake_id)).consultation?.id ?? '';
  await team.post(`/consultations/${consultationId}/deliver`, undefined);
  const { checkout } = (await poll(harness, created)).body;
  return { consultationId, checkout, pathOf: (url: string) => new URL(url).pathname };
}

it('the rule of representation is the same sentence on receipt, checkout, terms, home page, MCP, case page and board', async () => {
  const { harness, stripe } = parts.current;
  const { consultationId, checkout, pathOf } = await givenDelivered();
  expect(checkout.note).toContain(`Representation: hold ${captured}.`);
  const path = pathOf(checkout.representation_url);
  const terms = `/checkout/terms/representation-${/Terms ([\d-]+) on a separate page/.exec(await read(path))?.[1]}`;
  for (const page of [path, terms, '/', '/terms']) {
    expect(await read(page)).toContain(rule);
    expect(await read(inSpanish(page))).toContain(spanish.rule);
  }
  for (const page of [path, terms, '/', '/terms']) expect(await read(page)).toContain(lapse);
  const client = await connect(harness);
  const { body } = await callTool(client, 'get_service_facts');
  expect(body.pricing.terms.join(' ')).toContain(`${captured}; otherwise nothing is charged.`);
  await client.close();
  expect(await read('/developers/concepts/prices')).toContain(`a hold, ${captured}; otherwise nothing is charged`);
  const board = async () =>
    (await harness.call('GET', `/api/staff/v1/board/cases/${consultationId}`, { token: team.token })).body;
  expect((await board()).payment.items.at(-1).charged).toBe(`as a hold, ${captured}; otherwise nothing is charged`);
  stripe.bank.pay(sessionOf(await accept(harness, path)), 'good');
  await deliverProviderEvents(parts.current);
  for (const sentence of [rule, lapse]) expect(await read(path)).toContain(sentence);
  const figures = await harness.call('GET', '/api/staff/v1/board/figures?range=day', { token: team.token });
  expect(figures.body.holds).toMatchObject([{ product: 'representation', held: 1, captured: 0 }]);
});

it('the limits of the research are in its terms and next to its price, before payment, in both languages', async () => {
  const { checkout, pathOf } = await givenDelivered();
  const path = pathOf(checkout.research_url);
  const page = await read(path);
  const terms = `/checkout/terms/research-${/Terms ([\d-]+) on a separate page/.exec(page)?.[1]}`;
  for (const shown of [path, terms, '/', '/terms']) {
    expect(await read(shown)).toContain(limits);
    expect(await read(inSpanish(shown))).toContain(spanish.limits);
  }
  // Next to the price: before the terms and the button.
  expect(page.indexOf(limits)).toBeGreaterThan(page.indexOf('$199.00'));
  expect(page.indexOf(limits)).toBeLessThan(page.indexOf('What happens with your card'));
});
