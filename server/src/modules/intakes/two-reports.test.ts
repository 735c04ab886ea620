import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { makeReport, type SyntheticReport } from '#test/reports/corpus';
import { givenIntake, givenTeam, type Opened } from './testing.ts';

const harness = useHarness();

async function send({ intake_id: id, poll_token: token }: Opened, { pdf }: SyntheticReport) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)]), 'report.pdf');
  const path = `${harness.current.baseUrl}/api/agent/v1/intakes/${id}/documents`;
  const response = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return (await response.json()) as Opened;
}

const factsOf = async ({ intake_id: id }: Opened) => (await (await givenTeam(harness.current)).record(id)).found.report;

const truth = (of: SyntheticReport, name: 'vin' | 'odometer' | 'offer_cents') => {
  const expected = of.truth[name];
  return typeof expected === 'string' ? undefined : expected.value;
};

it('a second report about the same vehicle leaves what only the first one said', async () => {
  // Without VIN, odometer and value, so that nothing says that it is about another vehicle.
  const [first, second] = [await makeReport('ccc', 1), await makeReport('ccc, values missing', 1)];
  const opened = await givenIntake(harness.current);
  await send(opened, first);
  await send(opened, second);
  expect(await factsOf(opened)).toMatchObject({ vin: truth(first, 'vin'), odometer: truth(first, 'odometer') });
});

it('a second report about another vehicle leaves nothing of what the first one said about its own', async () => {
  // It names its vehicle, and a total from which nobody knows what the vehicle alone is worth.
  const [first, second] = [await makeReport('ccc', 1), await makeReport('total only', 2)];
  const opened = await givenIntake(harness.current);
  await send(opened, first);
  const receipt = await send(opened, second);
  const facts = await factsOf(opened);
  expect([facts?.vin, facts?.odometer]).toEqual([truth(second, 'vin'), truth(second, 'odometer')]);
  expect([facts?.offer_cents, facts?.model]).toEqual([undefined, undefined]);
  expect(receipt.missing_fields).toContain('offer.acv_offer_cents');
});
