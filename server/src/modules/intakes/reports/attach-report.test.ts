import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeOrphans } from '#modules/documents';
import { givenAgent } from '#testing/agents';
import { givenListings } from '#testing/vehicles/market';
import { useHarness, type Answer } from '#test/harness';
import { makeReport, type SyntheticReport } from '#test/reports/corpus';
import { untilBlocked } from '#test/database/use-database';
import { bringTo, givenIntake, givenTeam, minimalIntake, poll, submit, type CreatedReceipt } from '../testing.ts';

const harness = useHarness();
const mb15 = 15_728_640;
let report: SyntheticReport;
let key: string;

beforeAll(async () => {
  report = await makeReport('ccc', 1);
  key = (await givenAgent(harness.current)).key;
});

const value = (name: keyof SyntheticReport['truth'], of = report): never => {
  const expected = of.truth[name];
  if (typeof expected === 'string') throw new Error(`the report does not say its ${name}`);
  return expected.value as never;
};

type Part = { readonly name: string; readonly bytes: Uint8Array | string; readonly type?: string };

/** A multipart form as browsers and HTTP clients send it. */
function form(...parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const { name, bytes, type = 'application/pdf' } of parts) {
    data.append(name, new Blob([Buffer.from(bytes)], { type }), 'report.pdf');
  }
  return data;
}

async function upload(
  { intake_id: id }: Pick<CreatedReceipt, 'intake_id'>,
  body: FormData | string,
  { token, type }: { token: string | undefined; type?: string },
): Promise<Answer> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  const response = await fetch(`${harness.current.baseUrl}/api/agent/v1/intakes/${id}/documents`, {
    method: 'POST',
    headers,
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const send = (receipt: CreatedReceipt, pdf: Uint8Array | string, token: string | undefined = receipt.poll_token) =>
  upload(receipt, form({ name: 'file', bytes: pdf }), { token });

const refusal = {
  error: expect.any(String),
  code: 'invalid_request',
  issues: [{ path: 'file', message: expect.any(String) }],
};

describe('a valuation report', () => {
  it('a report is accepted with the poll token, and the response is the receipt, without the token [A-DOC-001]', async () => {
    const receipt = await givenIntake(harness.current);
    const { status, body } = await send(receipt, report.pdf);
    expect(status).toBe(200);
    const { poll_token: _once, ...members } = receipt;
    expect(Object.keys(body).sort()).toEqual(Object.keys(members).sort());
    expect(Object.keys(body)).toHaveLength(14);
  });

  it('a report is read immediately: its facts are no longer missing [A-DOC-009]', async () => {
    const receipt = await givenIntake(harness.current);
    const asked = ['vehicle.vin', 'vehicle.odometer', 'loss.date_of_loss', 'offer.insurer', 'offer.acv_offer_cents'];
    for (const field of asked) expect(receipt.missing_fields).toContain(field);
    const { body } = await send(receipt, report.pdf);
    for (const field of asked) expect(body.missing_fields).not.toContain(field);
    const { found } = await (await givenTeam(harness.current)).record(receipt.intake_id);
    expect(found.report).toMatchObject({
      vin: value('vin'),
      odometer: value('odometer'),
      offer_cents: value('offer_cents'),
      insurer: value('insurer'),
      date_of_loss: value('date_of_loss'),
      claim_number: value('claim_number'),
    });
  });

  it('a report recomputes the preliminary, without an allowance [A-DOC-010]', async () => {
    const { ctx } = harness.current;
    const vehicle = { year: value('year'), make: value('make'), model: value('model'), trim: value('trim') };
    await givenListings(
      ctx,
      Array.from({ length: 14 }, (_, index) => ({ ...vehicle, fuel: 'electric', price: 20_000 + index * 100 })),
    );
    const receipt = await givenIntake(harness.current, { loss: { zip: '78701' } });
    expect(receipt.preliminary).toBeNull();
    const { body } = await send(receipt, report.pdf);
    expect(body.preliminary).toMatchObject({ coverage: 'good', sample_size: 14, adjusted_mid: expect.any(Number) });
    expect(body.preliminary.gap_vs_offer_cents).toBe(body.preliminary.adjusted_mid * 100 - value('offer_cents'));
    expect(body.preliminary.vehicle_label).toContain(value('model'));
  });

  it('a report changes no submitted fact; differences are stored for the team', async () => {
    const vehicle = { year: 1999, make: 'Synthetic', odometer: 7 };
    const offer = { insurer: 'Another Mutual', acv_offer_cents: 12_300 };
    const receipt = await givenIntake(harness.current, { vehicle, offer });
    await send(receipt, report.pdf);
    const record = await (await givenTeam(harness.current)).record(receipt.intake_id);
    expect([record.vehicle, record.offer]).toEqual([vehicle, offer]);
    expect(record.documents).toMatchObject([
      {
        sha256: createHash('sha256').update(report.pdf).digest('hex'),
        differences: expect.arrayContaining([
          { field: 'vehicle.year', sent: 1999, read: value('year') },
          { field: 'vehicle.odometer', sent: 7, read: value('odometer') },
          { field: 'offer.insurer', sent: 'Another Mutual', read: value('insurer') },
          { field: 'offer.acv_offer_cents', sent: 12_300, read: value('offer_cents') },
        ]),
      },
    ]);
  });

  it('a report sent twice is stored once, and so is its file', async () => {
    const receipt = await givenIntake(harness.current);
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(receipt, report.pdf)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const record = await (await givenTeam(harness.current)).record(receipt.intake_id);
    expect(record.documents).toHaveLength(1);
    await removeOrphans(harness.current.ctx, 10);
    const { blobDir } = harness.current.config.objects;
    const files = await readdir(join(blobDir, 'intakes', receipt.intake_id));
    expect(files).toEqual([expect.stringContaining(record.documents[0]?.sha256 ?? 'a document')]);
  });

  it('a report sent again in the same market keeps the snapshot, so that copies do not accumulate', async () => {
    const vehicle = { year: value('year'), make: value('make'), model: value('model'), price: 21_000 };
    await givenListings(harness.current.ctx, [vehicle, vehicle]);
    const receipt = await givenIntake(harness.current, { loss: { zip: '78701' } });
    const { body: first } = await send(receipt, report.pdf);
    const { body: second } = await send(receipt, report.pdf);
    expect(first.preliminary.snapshot_id).toMatch(/^snap_/);
    expect(second.preliminary).toEqual(first.preliminary);
  });

  it('a later report replaces the earlier one’s values', async () => {
    const later = await makeReport('mitchell', 2);
    const receipt = await givenIntake(harness.current);
    await send(receipt, report.pdf);
    await send(receipt, later.pdf);
    const record = await (await givenTeam(harness.current)).record(receipt.intake_id);
    expect(record.found.report?.offer_cents).toBe(value('offer_cents', later));
    expect(record.documents).toHaveLength(2);
  });

  it('a report is accepted with the key of the agent that submitted the intake', async () => {
    const { body } = await submit(harness.current, minimalIntake(), { token: key });
    expect((await send(body, report.pdf, key)).status).toBe(200);
  });

  it('a report without recognized data changes nothing, and another file is requested until one can be read', async () => {
    const receipt = await givenIntake(harness.current);
    const { status, body } = await send(receipt, (await makeReport('manual, no report', 3)).pdf);
    expect([status, body.missing_fields]).toEqual([200, [...receipt.missing_fields, 'file']]);
    expect((await poll(harness.current, receipt)).body.missing_fields).toEqual(body.missing_fields);
    expect((await send(receipt, report.pdf)).body.missing_fields).not.toContain('file');
  });
});

describe('a refused upload', () => {
  it.each([
    ['without a file', () => form()],
    ['with the file under another name', () => form({ name: 'document', bytes: report.pdf })],
    ['with a second file', () => form({ name: 'file', bytes: report.pdf }, { name: 'file', bytes: report.pdf })],
    ['with another part beside it', () => form({ name: 'file', bytes: report.pdf }, { name: 'note', bytes: 'x' })],
  ])('an upload is refused %s [A-DOC-002]', async (_what, body) => {
    const receipt = await givenIntake(harness.current);
    const answer = await upload(receipt, body(), { token: receipt.poll_token });
    expect([answer.status, answer.body]).toEqual([400, refusal]);
  });

  it.each([
    ['JSON', '{"file":"x"}', 'application/json'],
    ['a form that is not multipart', 'file=x', 'application/x-www-form-urlencoded'],
    ['multipart without its boundary', 'x', 'multipart/form-data'],
    [
      'multipart that breaks off',
      '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-',
      'multipart/form-data; boundary=b',
    ],
    ['nothing', '', 'multipart/form-data; boundary=b'],
  ])('an upload is refused as %s [A-DOC-002]', async (_what, body, type) => {
    const receipt = await givenIntake(harness.current);
    const answer = await upload(receipt, body, { token: receipt.poll_token, type });
    expect([answer.status, answer.body]).toEqual([400, refusal]);
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['text', 'VIN 1HGCM82633A004352'],
    ['an empty file', ''],
    ['a PDF that begins too late', `${' '.repeat(1024)}%PDF-1.7`],
  ])('an upload is refused for %s, whatever its declared type [A-DOC-003]', async (_what, bytes) => {
    const { status, body } = await send(await givenIntake(harness.current), bytes);
    expect([status, body]).toEqual([400, refusal]);
  });

  it('an upload is refused for one byte more than 15 MB, and not for its size at 15 MB [A-DOC-004]', async () => {
    const padded = (size: number) => Buffer.concat([report.pdf, Buffer.alloc(size - report.pdf.length, '\n')]);
    const receipt = await givenIntake(harness.current);
    const [fits, tooLarge] = [await send(receipt, padded(mb15)), await send(receipt, padded(mb15 + 1))];
    expect(fits.status).toBe(200);
    expect([tooLarge.status, tooLarge.body]).toEqual([400, refusal]);
    expect((await send(receipt, padded(2 * mb15 + 100_000)).catch(() => ({ status: 400 }))).status).toBe(400);
  });

  it.each([
    ['that is cut in half', () => report.pdf.subarray(0, report.pdf.length / 2)],
    ['that is only a beginning', () => Buffer.from('%PDF-1.7\n')],
  ])('an upload is refused for a PDF %s [A-DOC-005]', async (_what, bytes) => {
    const receipt = await givenIntake(harness.current);
    const { status, body } = await send(receipt, bytes());
    expect([status, body]).toEqual([400, refusal]);
    expect((await (await givenTeam(harness.current)).record(receipt.intake_id)).documents).toEqual([]);
  });

  it('an upload is refused without a token, with another intake’s token, and with a key of another agent [A-DOC-006]', async () => {
    const [receipt, another] = [await givenIntake(harness.current), await givenIntake(harness.current)];
    for (const token of [undefined, another.poll_token, 'svc_poll_nonsense', key]) {
      const answer = await upload(receipt, form({ name: 'file', bytes: report.pdf }), { token });
      expect([answer.status, answer.body]).toEqual([401, { error: expect.any(String), code: 'unauthorized' }]);
    }
  });

  it('an upload is refused for an unknown intake [A-DOC-007]', async () => {
    const { poll_token: token } = await givenIntake(harness.current);
    const unknown = { intake_id: 'int_000000000000000000000000' };
    const answer = await upload(unknown, form({ name: 'file', bytes: report.pdf }), { token });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it.each(['declined', 'expired'] as const)('an upload to a %s intake is refused [A-DOC-008]', async (ended) => {
    const receipt = await givenIntake(harness.current);
    await bringTo(harness.current, receipt, ended);
    const { status, body } = await send(receipt, 'not even a PDF');
    expect([status, body]).toEqual([409, { error: expect.any(String), code: 'invalid_request' }]);
  });

  it.each(['new', 'known'])('an intake ending during a %s upload refuses it [A-DOC-008]', async (file) => {
    const { db } = harness.current.ctx;
    const receipt = await givenIntake(harness.current);
    if (file === 'known') await send(receipt, report.pdf);
    const text = `update intakes.intakes set status = 'declined' where id = $1`;
    const { sent } = await db.inTransaction(async (tx) => {
      await tx.many({ text, values: [receipt.intake_id] });
      const sent = send(receipt, report.pdf);
      await untilBlocked(db, 1);
      return { sent };
    });
    expect((await sent).status).toBe(409);
  });

  it.each([
    ['a duplicate', { customer: { email: 'once@example.com' } }],
    ['of a state that is not served', { loss: { loss_state: 'PR' } }],
  ])('an upload is refused for a neutral intake: %s [A-DOC-008]', async (_what, changes) => {
    await submit(harness.current, minimalIntake(changes), { token: key });
    const { body } = await submit(harness.current, minimalIntake(changes), { token: key });
    const answer = await upload(body, form({ name: 'file', bytes: report.pdf }), { token: key });
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_request']);
  });

  it('an upload is refused as the eleventh of an intake, even when all arrive simultaneously', async () => {
    const receipt = await givenIntake(harness.current);
    const variants = Array.from({ length: 12 }, (_, index) => Buffer.concat([report.pdf, Buffer.from(`\n% ${index}`)]));
    const answers = await Promise.all(variants.map((pdf) => send(receipt, pdf)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2);
    expect((await (await givenTeam(harness.current)).record(receipt.intake_id)).documents).toHaveLength(10);
    expect((await send(receipt, variants[statuses.indexOf(200)] ?? '')).status).toBe(200);
  });
});

describe('a report that is hard to read', () => {
  it('a report hard to read is answered within 120 s, connected [A-DOC-011]', { timeout: 130_000 }, async () => {
    const scanned = await makeReport('ccc, scan 150 dpi', 1);
    const receipt = await givenIntake(harness.current);
    const startedAt = performance.now();
    const { status, body } = await send(receipt, scanned.pdf);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(120);
    expect(status).toBe(200);
    expect(body.missing_fields).not.toContain('vehicle.vin');
  });
});
