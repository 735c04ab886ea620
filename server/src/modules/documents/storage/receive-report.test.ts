import { describe, expect, it } from 'vitest';
import { createObjects } from '#gateways/objects';
import { Secret } from '#platform/config';
import { withUpload } from '#platform/http';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { bombOf, rawPdf } from '#test/reports/hostile';
import { receiveReport } from '../index.ts';
import { newIntakeId, receivePdf } from '../testing.ts';

const harness = useHarness();

describe('a report', () => {
  it('a report that takes too long to read is refused as unreadable', async () => {
    const bomb = rawPdf({ content: bombOf(' ', 704) });
    const received = withUpload(bomb, (pdf) =>
      receiveReport(harness.current.ctx, { intakeId: newIntakeId(), pdf, signal: AbortSignal.timeout(300) }),
    );
    const message = 'is unreadable: it takes too long to read';
    await expect(received).rejects.toMatchObject({ status: 400, details: { issues: [{ path: 'file', message }] } });
  });

  it('a report that cannot be stored is not received, and that is our failure', async () => {
    const { ctx } = harness.current;
    const nowhere = {
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      bucket: 'none',
      accessKeyId: 'synthetic',
      secretAccessKey: new Secret('synthetic'),
    };
    const objects = createObjects({ objects: { s3: nowhere, blobDir: '', minFreeBytes: 0 } });
    const { pdf } = await makeReport('ccc', 1);
    const failed = { name: 'GatewayError', kind: 'unavailable' };
    await expect(receivePdf({ ...ctx, objects }, newIntakeId(), pdf)).rejects.toMatchObject(failed);
    objects.close();
  });

  it('concurrent reports are all read, and none is lost', async () => {
    const { ctx } = harness.current;
    const reports = await Promise.all(
      Array.from({ length: 12 }, (_, index) => makeReport('unknown, ledger', index + 1)),
    );
    const received = await Promise.all(reports.map(({ pdf }) => receivePdf(ctx, newIntakeId(), pdf)));
    const vins = received.map(({ reading }) => reading.fields.vin?.value);
    expect(vins).toEqual(reports.map(({ truth }) => (typeof truth.vin === 'object' ? truth.vin.value : '')));
  });
});
