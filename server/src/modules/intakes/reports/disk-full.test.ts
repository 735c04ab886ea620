import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureFreeSpace } from '#modules/documents';
import { startHarness, type Harness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenIntake, sendReport, submit } from '../testing.ts';

/** A file system of four megabytes, where this machine lets us have one. */
function mountSmall(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory], { stdio: 'ignore' });
    return directory;
  } catch {
    rmdirSync(directory);
    return undefined;
  }
}

const directory = mountSmall();
let harness: Harness;

beforeAll(async () => {
  if (directory !== undefined) harness = await startHarness({ BLOB_DIR: join(directory, 'blobs') });
});
afterAll(async () => {
  await harness?.close();
  if (directory === undefined) return;
  execFileSync('umount', [directory]);
  rmdirSync(directory);
});

const metricLines = async () => (await harness.service.telemetry.metrics.registry.metrics()).split('\n');

describe.skipIf(directory === undefined)('a file system without space', () => {
  it('a full file system refuses files with 507 and nothing else, and accepts them once there is space', async () => {
    const { pdf } = await makeReport('ccc', 1);
    const receipt = await givenIntake(harness);
    expect((await sendReport(harness, receipt, pdf)).status).toBe(200);

    // All but 5 %, which is never used.
    const filler = join(directory ?? '', 'filler');
    writeFileSync(filler, Buffer.alloc(4_000_000));
    const other = (await makeReport('ccc', 2)).pdf;
    const refused = await sendReport(harness, receipt, other);
    expect(refused).toEqual({ status: 507, body: { error: expect.any(String), code: 'internal' } });

    await measureFreeSpace(harness.ctx);
    const lines = await metricLines();
    expect(lines.filter((line) => line.startsWith('makewhole_uploads_refused_total{reason="full"}'))).toHaveLength(1);
    const free = lines.find((line) => line.startsWith('makewhole_documents_free_bytes '));
    expect(Number(free?.split(' ')[1])).toBeLessThan(other.length);

    expect((await harness.call('GET', '/readyz')).status).toBe(200);
    expect((await submit(harness)).status).toBe(201);
    expect((await sendReport(harness, receipt, pdf)).status).toBe(507);
    expect(readdirSync(join(directory ?? '', 'blobs', '.drafts'))).toEqual([]);

    execFileSync('rm', [filler]);
    expect((await sendReport(harness, receipt, other)).status).toBe(200);
  });
});
