import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenIntake, givenTeam, type CreatedReceipt } from '#testing/intakes';
import { makeBucket, startCeph, type Ceph } from '#test/doubles/ceph';
import { startHarness, type Harness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';

// Ceph takes long to start, and a killed gateway to restart.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let ceph: Ceph;
let harness: Harness;
let report: Buffer;

beforeAll(async () => {
  ceph = await startCeph();
  harness = await startHarness(await makeBucket(ceph, 'documents-flow'));
  report = (await makeReport('mitchell', 4)).pdf;
});
afterAll(async () => {
  await harness?.close();
  await ceph?.stop();
});

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A report made unique by bytes after its end, and as large as a scan. */
const variant = (number: number): Buffer => Buffer.concat([report, Buffer.alloc(3_000_000, `\n% ${number}`)]);

async function upload({ intake_id: id, poll_token: token }: CreatedReceipt, pdf: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)]), 'report.pdf');
  const response = await fetch(`${harness.baseUrl}/api/agent/v1/intakes/${id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Digests of the documents that the team sees, from the downloaded files. */
async function filesOf(receipt: CreatedReceipt): Promise<string[]> {
  const { token, record } = await givenTeam(harness);
  const { documents } = await record(receipt.intake_id);
  return Promise.all(
    documents.map(async ({ id }) => {
      const response = await fetch(`${harness.baseUrl}/api/staff/v1/documents/${id}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([response.status, response.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringMatching(/^attachment/),
      ]);
      return hash(new Uint8Array(await response.arrayBuffer()));
    }),
  );
}

describe('reports in a bucket', () => {
  it('the team downloads the reports byte for byte', async () => {
    const receipt = await givenIntake(harness);
    expect(await upload(receipt, report)).toBe(200);
    expect(await filesOf(receipt)).toEqual([hash(report)]);
  });

  it('a receipt lists only reports that exist, even if the gateway is killed during an upload', async () => {
    const told: { opened: CreatedReceipt; pdf: Buffer; status: number }[] = [];
    for (let round = 0; round < 3; round += 1) {
      const uploads = Array.from({ length: 3 }, async (_, index) => {
        const receipt = await givenIntake(harness);
        const pdf = variant(round * 10 + index);
        told.push({ opened: receipt, pdf, status: await upload(receipt, pdf) });
      });
      // Not a wait for a condition: each kill hits a different moment of the uploads.
      await new Promise((resolve) => setTimeout(resolve, 150 + round * 250));
      await ceph.killGateway();
      await Promise.all(uploads);
      await ceph.startGateway();
    }
    expect(told.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
    for (const { opened: receipt, pdf, status } of told) {
      expect([200, 500]).toContain(status);
      expect(await filesOf(receipt)).toEqual(status === 200 ? [hash(pdf)] : []);
      // A repeated upload is accepted: a partly stored object does not block it.
      expect(await upload(receipt, pdf)).toBe(200);
      expect(await filesOf(receipt)).toEqual([hash(pdf)]);
    }
  });
});
