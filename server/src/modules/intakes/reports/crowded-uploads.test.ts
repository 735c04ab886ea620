import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFiles, watchChildren } from '#test/processes/child-memory';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { bombOf, rawPdf } from '#test/reports/hostile';
import { until } from '#test/until';
import { occupyReaders } from '#testing/documents';
import { givenIntake, type CreatedReceipt } from '../testing.ts';

const harness = useHarness();
let pdf: Buffer;
beforeAll(async () => {
  ({ pdf } = await makeReport('ccc', 1));
});

type Sent = { readonly from?: string; readonly bytes?: Buffer; readonly signal?: AbortSignal };

/** Uploads from a unique client address; the harness is a proxy that the service trusts. */
function upload(
  { intake_id: id, poll_token: token }: CreatedReceipt,
  { from = '192.0.2.1', bytes = pdf, signal }: Sent = {},
) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'report.pdf');
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  const path = `${harness.current.baseUrl}/api/agent/v1/intakes/${id}/documents`;
  return fetch(path, { method: 'POST', headers, body, signal: signal ?? null });
}

/** Different bytes each time, so that each file is read. */
const variant = (index: number) => Buffer.concat([pdf, Buffer.from(`\n% ${index}`)]);

describe('a caller with many simultaneous uploads', () => {
  it('a caller with many simultaneous uploads has to wait, and others do not', async () => {
    const receipt = await givenIntake(harness.current);
    const others = await Promise.all(Array.from({ length: 12 }, () => givenIntake(harness.current)));
    const release = occupyReaders();
    const order: string[] = [];
    const sendAs = async (name: string, one: CreatedReceipt, sent: Sent) => {
      const { status } = await upload(one, sent);
      order.push(name);
      return status;
    };
    // With one poll token, then with many: the limit is per sender.
    const crowd = Array.from({ length: 12 }, (_, index) =>
      sendAs('crowd', index < 6 ? receipt : (others[index] ?? receipt), { bytes: variant(index) }),
    );
    await until('the files to wait', () => filesHeld() === 12);
    // The response is sent before the file is read, and still arrives.
    const rest = new AbortController();
    const refused = await upload(others[11] ?? receipt, { bytes: Buffer.alloc(15_000_000), signal: rest.signal });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toEqual({ error: expect.any(String), code: 'rate_limited' });
    // Otherwise the client continues sending, and the service waits for it when it stops.
    rest.abort();
    const otherClient = sendAs('stranger', await givenIntake(harness.current), { from: '198.51.100.7' });
    release();
    expect(await otherClient).toBe(200);
    expect(order.filter((name) => name === 'crowd').length).toBeLessThan(6);
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
    expect((await upload(others[11] ?? receipt)).status).toBe(200);
  });
});

describe('a client that disconnects', () => {
  it('a disconnect takes the file out of the queue and frees its slot', async () => {
    const receipt = await givenIntake(harness.current);
    const release = occupyReaders();
    const gone = new AbortController();
    const sent = Array.from({ length: 12 }, (_, index) =>
      upload(receipt, { bytes: variant(index), signal: gone.signal }).catch(() => 'gone'),
    );
    await until('the files to wait', () => filesHeld() === 12);
    gone.abort();
    await Promise.all(sent);
    await until('the files to be gone', () => filesHeld() === 0);
    release();
    expect((await upload(receipt)).status).toBe(200);
  });

  it('ends the process that was reading its file', async () => {
    const receipt = await givenIntake(harness.current);
    const gone = new AbortController();
    // Four seconds of processor time, if nothing ends it.
    const bytes = rawPdf({ content: bombOf(' ', 704) });
    const sent = upload(receipt, { bytes, signal: gone.signal }).catch(() => 'gone');
    await until('a program that reads', () => programs() > 0);
    gone.abort();
    await sent;
    const startedAt = performance.now();
    await until('the program to be ended', () => programs() === 0);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

/** Upload files that this process has open; they have no name in the file system. */
const filesHeld = (): number =>
  openFiles(process.pid).filter((path) => path.startsWith(`${tmpdir()}/`) && path.endsWith('(deleted)')).length;

const programs = (): number => watchChildren().stop().left;
