import { describe, expect, it } from 'vitest';
import { markProven } from '#modules/consultations';
import { removeOrphans } from '#modules/documents';
import { transact } from '#platform/db';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { bringTo, daysInSeconds, givenIntake, givenTeam, sendReport, type CreatedReceipt } from '../testing.ts';
import { removeUnprovenFiles } from './reports.ts';

const harness = useHarness({ intakeTtlDays: 60 });

async function givenReport(seed = 1): Promise<CreatedReceipt> {
  const receipt = await givenIntake(harness.current);
  expect((await sendReport(harness.current, receipt, (await makeReport('ccc', seed)).pdf)).status).toBe(200);
  return receipt;
}

/** Checks every file that is due; returns how many. */
async function sweep(): Promise<number> {
  const { ctx } = harness.current;
  const all = { limit: 500, except: [] };
  let seen = 0;
  for (let turn = await removeUnprovenFiles(ctx, all); turn > 0; turn = await removeUnprovenFiles(ctx, all))
    seen += turn;
  while ((await removeOrphans(ctx, 500)) > 0);
  return seen;
}

const pass = (days: number) => harness.current.clock.advance(daysInSeconds(days));

async function documentOf({ intake_id: id }: CreatedReceipt) {
  const team = await givenTeam(harness.current);
  const record = await team.record(id);
  const [document] = record.documents;
  if (document === undefined) throw new Error('there is no document');
  const path = `/api/staff/v1/documents/${document.id}/file`;
  const file = await harness.current.call('GET', path, { token: team.token });
  return { record, document, file };
}

describe('the file of a report', () => {
  it('a file is deleted two weeks after its upload when its customer is not proven, and the facts read from it stay', async () => {
    const receipt = await givenReport();
    pass(13);
    expect([await sweep(), (await documentOf(receipt)).document.file_removed_at]).toEqual([0, null]);
    pass(1);
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    const { record, document, file } = await documentOf(receipt);
    expect(document.file_removed_at).toBe(harness.current.clock.now().toISOString());
    expect(record.found.report?.vin).toEqual(document.reading.fields.vin?.value);
    expect([file.status, file.body.code, file.body.detail]).toEqual([
      404,
      'not_found',
      expect.stringContaining('removed'),
    ]);
    const { objectKey } = await objectOf(document.id);
    expect(await harness.current.ctx.objects.find(objectKey)).toBeUndefined();
  });

  it('a file is deleted despite a relayed yes, and comes back when it is sent again', async () => {
    const receipt = await givenReport();
    await bringTo(harness.current, receipt, 'customer_confirmed');
    // A relayed yes does not prove the customer here.
    await harness.current.ctx.db.many({ text: 'update consultations.consultations set proven_at = null', values: [] });
    pass(14);
    expect(await sweep()).toBe(1);
    expect((await documentOf(receipt)).file.status).toBe(404);
    expect((await sendReport(harness.current, receipt, (await makeReport('ccc', 1)).pdf)).status).toBe(200);
    const again = await documentOf(receipt);
    expect([again.record.documents.length, again.document.file_removed_at, again.file.status]).toEqual([1, null, 200]);
    pass(13);
    expect(await sweep()).toBe(0);
    pass(1);
    expect([await sweep(), (await documentOf(receipt)).file.status]).toEqual([1, 404]);
  });

  it('a file is kept permanently once its customer is proven, and is checked once', async () => {
    const receipt = await givenReport();
    const { consultation_id: id } = await consultationOf(receipt);
    await transact(harness.current.ctx, async (tx) => markProven(tx, [id]));
    pass(15);
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    pass(100);
    expect([await sweep(), (await documentOf(receipt)).file.status]).toEqual([0, 200]);
  });

  it('a file is kept while the team works on the case', async () => {
    const receipt = await givenReport();
    await bringTo(harness.current, receipt, 'consultation_active');
    await harness.current.ctx.db.many({ text: 'update consultations.consultations set proven_at = null', values: [] });
    pass(14);
    expect([await sweep(), await sweep(), (await documentOf(receipt)).file.status]).toEqual([1, 0, 200]);
    pass(14);
    expect([await sweep(), (await documentOf(receipt)).file.status]).toEqual([1, 200]);
  });
});

async function objectOf(id: string): Promise<{ objectKey: string }> {
  const text = 'select object_key as "objectKey" from documents.documents where id = $1';
  const row = await harness.current.ctx.db.find<{ objectKey: string }>({ text, values: [id] });
  return row ?? { objectKey: 'none' };
}

async function consultationOf({ intake_id: id }: CreatedReceipt): Promise<{ consultation_id: string }> {
  const text = 'select consultation_id from intakes.intakes where id = $1';
  const row = await harness.current.ctx.db.find<{ consultation_id: string }>({ text, values: [id] });
  if (row === undefined) throw new Error('there is no intake');
  return row;
}
