import { describe, expect, it } from 'vitest';
import { purgeUploadBudgets } from '#modules/documents';
import { policy } from '#platform/config';
import { givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { givenAgent } from '#testing/agents';
import { useHarness, type Harness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { makeReport } from '#test/reports/corpus';
import { givenIntake, minimalIntake, submit, type CreatedReceipt } from '../testing.ts';

const mb = 1_048_576;
// Three, five and eight megabytes, and two for an agent: small enough to be met by a few files.
const harness = useHarness({
  uploads: {
    ...policy.uploads,
    addressBytes: 3 * mb,
    networkBytes: 5 * mb,
    anonymousBytes: 8 * mb,
    agentBytes: 2 * mb,
  },
});

type Sent = { readonly from: string; readonly bytes?: number; readonly token?: string; readonly sandbox?: boolean };

let files = 0;

/** A readable report of about this many bytes, different from all earlier ones. */
async function reportOf(bytes: number): Promise<Buffer> {
  const { pdf } = await makeReport('ccc', 1);
  files += 1;
  const mark = Buffer.from(`\n% ${files}`);
  return Buffer.concat([pdf, mark, Buffer.alloc(Math.max(0, bytes - pdf.length - mark.length), '\n')]);
}

async function upload(receipt: CreatedReceipt, { from, bytes = mb - 1000, token, sandbox = false }: Sent) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await reportOf(bytes))]), 'report.pdf');
  const headers = { authorization: `Bearer ${token ?? receipt.poll_token}`, 'x-forwarded-for': from };
  const surface = `${harness.current.baseUrl}${sandbox ? '/sandbox' : ''}/api/agent/v1`;
  const path = `${surface}/intakes/${receipt.intake_id}/documents`;
  const response = await fetch(path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const spent = ({ ctx }: Harness, like: string) =>
  ctx.db.many<{ bytes: number }>({
    text: 'select bytes::float8 as bytes from documents.upload_budgets where name like $1',
    values: [like],
  });

/** Each test has its own day. */
const nextDay = () => harness.current.clock.advance(86_400);

describe('an upload above a budget of the day', () => {
  it("an upload over its address's budget gets 429 until the next day, before its bytes are read, and is then accepted", async () => {
    nextDay();
    const receipt = await givenIntake(harness.current);
    const sizes = [mb - 1000, mb - 1000, mb - 1000, mb - 1000];
    const answers = [];
    for (const bytes of sizes) answers.push(await upload(receipt, { from: '198.51.100.1', bytes }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.body).toEqual({ error: expect.any(String), code: 'rate_limited' });
    // Noon: twelve hours are left.
    expect(answers[3]?.headers.get('retry-after')).toBe('43200');
    // Another address of another network is still accepted.
    expect((await upload(receipt, { from: '203.0.113.1', bytes: 20_000 })).status).toBe(200);
    harness.current.clock.advance(43_200);
    expect((await upload(receipt, { from: '198.51.100.1', bytes: 20_000 })).status).toBe(200);
  });

  it.each([
    ['an IPv4 /24', (index: number) => `198.51.100.${index + 1}`],
    ['an IPv6 /48', (index: number) => `2001:db8:7:${index + 1}::1`],
  ])('an upload over the budget of %s is refused, from any address', async (_what, from) => {
    nextDay();
    const receipt = await givenIntake(harness.current);
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await upload(receipt, { from: from(index) })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('an upload over the keyless budget is refused from a new network, and an agent with a key is still accepted', async () => {
    nextDay();
    const { key } = await givenAgent(harness.current);
    const receipt = await givenIntake(harness.current);
    const statuses = [];
    for (let index = 0; index < 9; index += 1)
      statuses.push((await upload(receipt, { from: `198.51.${index}.1` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
    const { body: owned } = await submit(harness.current, minimalIntake(), { token: key });
    const byAgent = [];
    for (let index = 0; index < 3; index += 1)
      byAgent.push((await upload(owned, { from: '198.51.0.1', token: key })).status);
    expect(byAgent).toEqual([200, 200, 429]);
  });

  it("an upload over a shared address's budget is not refused for the address", async () => {
    nextDay();
    const receipt = await givenIntake(harness.current);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await upload(receipt, { from: '104.16.0.1' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('a sandbox upload is counted separately, so that it raises no alarm', async () => {
    nextDay();
    const refusals = async () => {
      const text = await harness.current.ctx.metrics.registry.metrics();
      const of = (reason: string) =>
        Number(new RegExp(`^makewhole_uploads_refused_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
      return { anonymous: of('anonymous'), address: of('address'), test: of('test') };
    };
    const [before, receipt, live] = [
      await refusals(),
      await givenTestIntake(harness.current),
      await givenIntake(harness.current),
    ];
    const shared = { from: '104.16.0.1', bytes: 9 * mb };
    expect((await upload(receipt, { ...shared, sandbox: true })).status).toBe(429);
    expect((await upload(receipt, { from: '198.51.100.1', bytes: 4 * mb, sandbox: true })).status).toBe(429);
    expect(await refusals()).toEqual({ ...before, test: before.test + 2 });
    expect((await upload(live, shared)).status).toBe(429);
    expect(await refusals()).toEqual({ ...before, anonymous: before.anonymous + 1, test: before.test + 2 });
  });

  it('an upload budget is exact, even for many simultaneous uploads', async () => {
    nextDay();
    const receipts = await Promise.all(Array.from({ length: 4 }, () => givenIntake(harness.current)));
    const sent = receipts.flatMap((receipt) =>
      [1, 2, 3].map(() => upload(receipt, { from: '2001:db8:9:9::7', bytes: 400_000 })),
    );
    const taken = (await Promise.all(sent)).filter(({ status }) => status === 200).length;
    const [address] = (await spent(harness.current, 'address/%')).toSorted((one, other) => other.bytes - one.bytes);
    expect(taken).toBe(7);
    expect(address?.bytes).toBeGreaterThan(7 * 400_000);
    expect(address?.bytes).toBeLessThanOrEqual(3 * mb);
  });

  it('an upload without a length is refused midway when it exceeds a budget', async () => {
    nextDay();
    const { intake_id: id, poll_token: token } = await givenIntake(harness.current);
    const head = [
      `POST /api/agent/v1/intakes/${id}/documents HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${token}`,
      'X-Forwarded-For: 192.0.2.77',
      'Content-Type: multipart/form-data; boundary=b',
      'Transfer-Encoding: chunked',
    ];
    const chunk = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`;
    const part = chunk('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-');
    const body = `${part}${chunk('x'.repeat(mb)).repeat(4)}0\r\n\r\n`;
    const { answers } = await exchange(harness.current.baseUrl, request(head, body), { answers: 1 });
    expect(answers[0]?.status).toBe(429);
  });
});

describe('the count of an upload', () => {
  it('an upload counts the bytes that arrived: a client that disconnects midway gets the reserved rest back', async () => {
    nextDay();
    const { owner, baseUrl } = harness.current;
    await owner.many({ text: 'truncate documents.upload_budgets', values: [] });
    const { intake_id: id, poll_token: token } = await givenIntake(harness.current);
    const gone = new AbortController();
    const half = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-'));
        gone.abort();
        controller.close();
      },
    });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(2 * mb),
    };
    const path = `${baseUrl}/api/agent/v1/intakes/${id}/documents`;
    const options = { method: 'POST', headers, body: half, duplex: 'half', signal: gone.signal } as RequestInit;
    await fetch(path, options).catch(() => 'gone');
    for (const { bytes } of await spent(harness.current, '%')) expect(bytes).toBeLessThan(1000);
  });

  it("an upload's count is stored without an address, and deleted when its day is over", async () => {
    const { ctx } = harness.current;
    nextDay();
    await upload(await givenIntake(harness.current), { from: '198.51.100.9', bytes: 20_000 });
    const text = 'select name from documents.upload_budgets';
    const names = (await ctx.db.many<{ name: string }>({ text, values: [] })).map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(names.filter((name) => name.includes('198.51'))).toEqual([]);
    nextDay();
    nextDay();
    while ((await purgeUploadBudgets(ctx, 2)) > 0);
    expect(await spent(harness.current, '%')).toEqual([]);
  });
});
