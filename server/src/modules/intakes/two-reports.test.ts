import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { makeReport, type SyntheticReport } from '#test/reports/corpus';
import { givenIntake, givenTeam, sendReport, type Opened } from './testing.ts';

const harness = useHarness();

const send = async (opened: Opened, { pdf }: SyntheticReport): Promise<Opened> =>
  (await sendReport(harness.current, opened, pdf)).body;

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

it('a report that is sent again after a wrong one counts again, and is kept once', async () => {
  const [right, wrong] = [await makeReport('ccc', 1), await makeReport('ccc', 2)];
  const opened = await givenIntake(harness.current);
  const first = await send(opened, right);
  await send(opened, wrong);
  expect(await factsOf(opened)).toMatchObject({ vin: truth(wrong, 'vin') });
  const again = await send(opened, right);
  const names = ['vin', 'odometer', 'offer_cents'] as const;
  expect(await factsOf(opened)).toMatchObject(Object.fromEntries(names.map((name) => [name, truth(right, name)])));
  expect(again.missing_fields).toEqual(first.missing_fields);
  const { documents, found } = await (await givenTeam(harness.current)).record(opened.intake_id);
  expect([documents.length, found.decoded?.vin]).toEqual([2, truth(right, 'vin')]);
});

it('a report about another vehicle than the one that was sent leaves what is known of that one', async () => {
  const [right, wrong] = [await makeReport('ccc', 1), await makeReport('ccc', 2)];
  const opened = await givenIntake(harness.current, { vehicle: { vin: String(truth(right, 'vin')) } });
  const first = await send(opened, right);
  const before = await factsOf(opened);
  const second = await send(opened, wrong);
  expect(second.missing_fields).toEqual(first.missing_fields);
  expect(await factsOf(opened)).toEqual(before);
  // It says of its vehicle neither VIN nor value; what it says is not added to what the wrong one said.
  await send(opened, await makeReport('ccc, values missing', 1));
  expect(await factsOf(opened)).toMatchObject({ vin: truth(right, 'vin'), offer_cents: truth(right, 'offer_cents') });
});

it('what is certain in a report that is sent again goes before what another one said meanwhile', async () => {
  const [first, second] = [await makeReport('ccc', 1), await makeReport('ccc, values missing', 2)];
  const opened = await givenIntake(harness.current);
  await send(opened, first);
  const before = await factsOf(opened);
  await send(opened, second);
  await send(opened, first);
  expect(await factsOf(opened)).toMatchObject(before ?? {});
});
