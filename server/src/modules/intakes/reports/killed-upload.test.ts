import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOrphans } from '#modules/documents';
import { watchChildren } from '#test/processes/child-memory';
import { useHarness } from '#test/harness';
import { freePort, readiness, startProcess } from '#test/processes/processes';
import { makeReport } from '#test/reports/corpus';
import { until } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { givenIntake, givenTeam, poll } from '../testing.ts';

const harness = useHarness();

it('a process killed between storing and recording a file leaves nothing behind permanently', async () => {
  const { ctx, config } = harness.current;
  const { pdf } = await makeReport('ccc', 1);
  const receipt = await givenIntake(harness.current);
  const port = await freePort();
  const api = startProcess('api', {
    PATH: '/usr/bin:/bin',
    NODE_ENV: 'test',
    DATABASE_URL: config.databaseUrl.reveal(),
    DATA_KEY: 'a key for tests only with 32 characters or more',
    BLOB_DIR: config.objects.blobDir,
    VEHICLE_DATA_DIR: config.vehicleDataDir,
    PORT: String(port),
    METRICS_PORT: '0',
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await until('the api to be ready', async () => (await readiness(baseUrl)) === 200, 60_000);

  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf)]), 'report.pdf');
  const headers = { authorization: `Bearer ${receipt.poll_token}` };
  const { sent } = await ctx.db.inTransaction(async (tx) => {
    // Locking the intake stops the upload at its last step.
    await tx.many({ text: 'select 1 from intakes.intakes where id = $1 for update', values: [receipt.intake_id] });
    const path = `${baseUrl}/api/agent/v1/intakes/${receipt.intake_id}/documents`;
    const sent = fetch(path, { method: 'POST', headers, body }).catch(() => 'cut off');
    await untilBlocked(ctx.db, 1);
    api.signal('SIGKILL');
    await api.exited;
    return { sent };
  });
  expect(await sent).toBe('cut off');
  expect(watchChildren().stop().left).toBe(0);

  const files = () => readdir(join(config.objects.blobDir, 'intakes', receipt.intake_id));
  expect(await files()).toHaveLength(1);
  expect((await (await givenTeam(harness.current)).record(receipt.intake_id)).documents).toEqual([]);
  expect(await removeOrphans(ctx, 10)).toBe(0);
  await ctx.db.many({ text: `update documents.pending_uploads set lease_until = now()`, values: [] });
  expect([await removeOrphans(ctx, 10), await removeOrphans(ctx, 10), await files()]).toEqual([1, 0, []]);
  expect((await poll(harness.current, receipt)).status).toBe(200);
});
