import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { makeReport, type SyntheticReport } from '#test/reports/corpus';
import { givenIntake, givenTeam, sendReport, type CreatedReceipt } from '../testing.ts';

const harness = useHarness();

const send = async (receipt: CreatedReceipt, { pdf }: SyntheticReport): Promise<CreatedReceipt> =>
  (await sendReport(harness.current, receipt, pdf)).body;

const factsOf = async ({ intake_id: id }: CreatedReceipt) =>
  (await (await givenTeam(harness.current)).record(id)).found.report;

const truth = (of: SyntheticReport, name: 'vin' | 'odometer' | 'offer_cents') => {
  const expected = of.truth[name];
  return typeof expected === 'string' ? undefined : expected.value;
};

it('a second report about the same vehicle keeps facts that only the first one had', async () => {
  // Without VIN, odometer and value, so it is unclear whether it is about another vehicle.
  const [first, second] = [await makeReport('ccc', 1), await makeReport('ccc, values missing', 1)];
  const receipt = await givenIntake(harness.current);
  await send(receipt, first);
  await send(receipt, second);
  expect(await factsOf(receipt)).toMatchObject({ vin: truth(first, 'vin'), odometer: truth(first, 'odometer') });
});

it('a second report about another vehicle removes the facts of the first one', async () => {
  // It names its vehicle, and only a total, from which the value of the vehicle alone cannot be computed.
  const [first, second] = [await makeReport('ccc', 1), await makeReport('total only', 2)];
  const created = await givenIntake(harness.current);
  await send(created, first);
  const receipt = await send(created, second);
  const facts = await factsOf(created);
  expect([facts?.vin, facts?.odometer]).toEqual([truth(second, 'vin'), truth(second, 'odometer')]);
  expect([facts?.offer_cents, facts?.model]).toEqual([undefined, undefined]);
  expect(receipt.missing_fields).toContain('offer.acv_offer_cents');
});

it('a report that is sent again after a wrong one applies again, and is stored once', async () => {
  const [right, wrong] = [await makeReport('ccc', 1), await makeReport('ccc', 2)];
  const receipt = await givenIntake(harness.current);
  const first = await send(receipt, right);
  await send(receipt, wrong);
  expect(await factsOf(receipt)).toMatchObject({ vin: truth(wrong, 'vin') });
  const again = await send(receipt, right);
  const names = ['vin', 'odometer', 'offer_cents'] as const;
  expect(await factsOf(receipt)).toMatchObject(Object.fromEntries(names.map((name) => [name, truth(right, name)])));
  expect(again.missing_fields).toEqual(first.missing_fields);
  const { documents, found } = await (await givenTeam(harness.current)).record(receipt.intake_id);
  expect([documents.length, found.decoded?.vin]).toEqual([2, truth(right, 'vin')]);
});

it('a report about another vehicle than the submitted one keeps the facts of the submitted one', async () => {
  const [right, wrong] = [await makeReport('ccc', 1), await makeReport('ccc', 2)];
  const receipt = await givenIntake(harness.current, { vehicle: { vin: String(truth(right, 'vin')) } });
  const first = await send(receipt, right);
  const before = await factsOf(receipt);
  const second = await send(receipt, wrong);
  expect(second.missing_fields).toEqual(first.missing_fields);
  expect(await factsOf(receipt)).toEqual(before);
  // It has neither VIN nor value; its facts are not combined with those of the wrong report.
  await send(receipt, await makeReport('ccc, values missing', 1));
  expect(await factsOf(receipt)).toMatchObject({ vin: truth(right, 'vin'), offer_cents: truth(right, 'offer_cents') });
});

it('certain facts of a report that is sent again outrank another report in between', async () => {
  const [first, second] = [await makeReport('ccc', 1), await makeReport('ccc, values missing', 2)];
  const receipt = await givenIntake(harness.current);
  await send(receipt, first);
  const before = await factsOf(receipt);
  await send(receipt, second);
  await send(receipt, first);
  expect(await factsOf(receipt)).toMatchObject(before ?? {});
});
