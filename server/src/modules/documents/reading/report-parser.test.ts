import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withUpload } from '#platform/http';
import { createLogger } from '#platform/telemetry';
import { watchChildren } from '#test/processes/child-memory';
import { makeReport } from '#test/reports/corpus';
import { blankAmounts, bombOf, rawPdf } from '#test/reports/hostile';
import { serveReader } from '../jail/serve-reader.ts';
import { useHarness } from '#test/harness';
import { readReport } from './read-report.ts';

const patient = () => new AbortController().signal;
const harness = useHarness();
const read = (pdf: Uint8Array, signal = patient()) =>
  withUpload(pdf, (file) => readReport(harness.current.ctx, { file, signal }));

describe('reading in a thread', () => {
  it('a parser thread returns to each caller its own reading, however many call at the same time', async () => {
    const reports = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => makeReport('ccc', seed)));
    const all = await Promise.all(reports.map(({ pdf }) => read(pdf)));
    for (const [index, { fields }] of all.entries()) {
      const { vin } = reports[index]?.truth ?? {};
      expect(fields.vin?.value).toBe(typeof vin === 'object' ? vin.value : 'a VIN');
    }
  });

  it('a parser thread reports the problem of a file, and continues with the next', async () => {
    const issue = (message: string) => ({ status: 400, details: { issues: [{ path: 'file', message }] } });
    await expect(read(Buffer.from('text'))).rejects.toMatchObject(issue('is not a PDF'));
    await expect(read(Buffer.from('%PDF-1.7'))).rejects.toMatchObject(issue('is unreadable: its end is missing'));
    expect(await read((await makeReport('mitchell', 1)).pdf)).toMatchObject({ ocr: false, pages: expect.any(Number) });
  });

  it('a parser thread returns the same reading when another process runs the programs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'makewhole-reader-'));
    const reader = { socket: join(directory, 'socket'), unwalled: false };
    const server = await serveReader({ ...reader, log: createLogger('test', 'silent') });
    const { ctx } = harness.current;
    const elsewhere = { ...ctx, config: { ...ctx.config, readers: reader } };
    const { pdf } = await makeReport('ccc', 1);
    const there = await withUpload(pdf, (file) => readReport(elsewhere, { file, signal: patient() }));
    expect(there).toEqual(await read(pdf));
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it('a parser thread ends immediately for a caller that aborts, with everything it started, and for no other', async () => {
    const children = watchChildren();
    const given = new AbortController();
    const bomb = read(rawPdf({ content: bombOf(' ', 704) }), given.signal);
    const { pdf } = await makeReport('ccc', 1);
    const other = read(pdf);
    const startedAt = performance.now();
    setTimeout(() => given.abort(new Error('gone')), 300);
    await expect(bomb).rejects.toThrow('gone');
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect((await other).vendor).toBe('ccc');
    expect(children.stop().left).toBe(0);
    await expect(read(pdf, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('a parser thread does not delay the requests of others, whatever the file contains', async () => {
    // A word of 196 blanks behind a bracket once took the event loop 21 seconds, and each label as long again.
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    expect(await read(blankAmounts(196, 60))).toMatchObject({ vendor: 'unknown', ocr: false });
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1000);
  });

  it('a parser thread starts programs while the calling thread is blocked', async () => {
    const given = new AbortController();
    const cell = new Int32Array(new SharedArrayBuffer(4));
    const begun = await withUpload(rawPdf({ content: bombOf(' ', 704) }), async (file) => {
      const reading = readReport(harness.current.ctx, { file, signal: given.signal });
      // By now the thread has received its job.
      await new Promise(setImmediate);
      let count = 0;
      // This thread is blocked between two checks, so nothing that needs its event loop happens.
      for (let looks = 0; looks < 100 && count === 0; looks += 1) {
        Atomics.wait(cell, 0, 0, 100);
        count = watchChildren().stop().left;
      }
      given.abort(new Error('seen'));
      await expect(reading).rejects.toThrow('seen');
      return count;
    });
    expect(begun).toBeGreaterThan(0);
  });
});
