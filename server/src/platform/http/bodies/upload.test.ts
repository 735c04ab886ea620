import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseRanges } from '#lib/network/address';
import { readConfig } from '#platform/config';
import { agentErrors, createHttpServer, createSurface, readUpload, acceptUploads } from '../index.ts';
import { createTelemetry } from '#platform/telemetry';
import { openFiles } from '#test/processes/child-memory';
import { exchange, request } from '#test/http/raw-http';
import { until } from '#test/until';

/** The limit that the interface documents. */
const uploadMaxBytes = 15_728_640;

let app: FastifyInstance;
let baseUrl: string;
/** What the route received so far. */
let lent: { sizeBytes: number; sha256: string; first: string }[] = [];
/** The route's work on a file, apart from recording it. */
let work: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  const settings = {
    DATABASE_URL: 'postgres://127.0.0.1/none',
    DATA_KEY: 'a key for tests only with 32 characters or more',
  };
  const config = readConfig(settings, 'api');
  const telemetry = createTelemetry(
    'upload-test',
    config,
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  );
  app = createHttpServer({ telemetry, trustedProxies: parseRanges([]) as never, team: config.team });
  await createSurface(app, {
    prefix: '/api',
    errors: agentErrors,
    bodyLimit: 65_536,
    metrics: telemetry.metrics,
    mount: async (surface) => {
      await surface.register(async (inner) => {
        acceptUploads(inner);
        inner.post('/files', (incoming) =>
          readUpload(incoming, async ({ fd, sizeBytes, sha256 }) => {
            const first = Buffer.alloc(5);
            readSync(fd, first, 0, 5, 0);
            lent.push({ sizeBytes, sha256, first: first.toString() });
            await work();
            return { size: sizeBytes };
          }),
        );
      });
    },
  });
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  lent = [];
  work = async () => undefined;
});

/** Open files of uploads in this process, and any uploads with a name. */
const traces = (): string[] => [
  ...readdirSync(tmpdir()).filter((name) => name.startsWith(`makewhole-upload-${process.pid}-`)),
  ...openFiles(process.pid).filter((path) => path.startsWith(`${tmpdir()}/`) && path.endsWith('(deleted)')),
];

const boundary = 'synthetic-boundary';
const part = (name: string, content: string, more = '; filename="report.pdf"') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
const ending = `--${boundary}--\r\n`;

async function post(body: string | FormData, type = `multipart/form-data; boundary=${boundary}`) {
  const response = await fetch(`${baseUrl}/api/files`, {
    method: 'POST',
    body,
    ...(body instanceof FormData ? {} : { headers: { 'content-type': type } }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function formOf(content: Uint8Array, name = 'file'): FormData {
  const form = new FormData();
  form.append(name, new Blob([content as never]), 'report.pdf');
  return form;
}

const refusal = {
  code: 'invalid_request',
  error: expect.any(String),
  issues: [{ path: 'file', message: expect.any(String) }],
};

describe('an upload', () => {
  it('an upload is passed on complete, with its size and digest, and leaves nothing behind', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(3_000_000, 7)]);
    expect(await post(formOf(content))).toEqual({ status: 200, body: { size: content.length } });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(lent).toEqual([{ sizeBytes: content.length, sha256, first: '%PDF-' }]);
    expect(traces()).toEqual([]);
  });

  it('an upload may have 15,728,640 bytes and not one more', async () => {
    expect((await post(formOf(Buffer.alloc(uploadMaxBytes)))).status).toBe(200);
    for (const size of [uploadMaxBytes + 1, uploadMaxBytes + 100_000, 25_000_000]) {
      expect(await post(formOf(Buffer.alloc(size))).catch((error: unknown) => error)).toEqual({
        status: 400,
        body: refusal,
      });
    }
    expect(lent.map(({ sizeBytes }) => sizeBytes)).toEqual([15_728_640]);
    expect(traces()).toEqual([]);
  });

  it('an upload needs no file name, and its part may declare any type', async () => {
    expect((await post(part('file', '%PDF-1.7', '') + ending)).status).toBe(200);
    expect(lent).toMatchObject([{ sizeBytes: 8, first: '%PDF-' }]);
  });

  it('an upload may have bytes around it, as the format allows', async () => {
    expect((await post(`preamble\r\n${part('file', 'x')}${ending}epilogue`)).status).toBe(200);
    expect((await post(part('file', '') + ending)).body).toEqual({ size: 0 });
  });

  it.each<[string, string, string?]>([
    ['no part', ending],
    ['nothing at all', ''],
    ['another name', part('document', 'x') + ending],
    ['two files', part('file', 'x') + part('file', 'y') + ending],
    ['a field beside it', part('note', 'x', '') + part('file', 'y') + ending],
    ['a field after it', part('file', 'y') + part('note', 'x', '') + ending],
    ['a part without a disposition', `--${boundary}\r\n\r\nx\r\n${part('file', 'y')}${ending}`],
    ['no end', part('file', 'x')],
    ['an end in the middle of the headers', `--${boundary}\r\nContent-Dispo`],
    ['another boundary', part('file', 'x') + ending, 'multipart/form-data; boundary=other'],
    ['no boundary', part('file', 'x') + ending, 'multipart/form-data'],
    ['JSON', '{}', 'application/json'],
    ['a type that is none', 'x', 'nonsense'],
    ['a form', 'file=x', 'application/x-www-form-urlencoded'],
    ['headers without end', `--${boundary}\r\n${'X-A: b\r\n'.repeat(20_000)}`],
    ['a header of 100 kB', `--${boundary}\r\nX-A: ${'b'.repeat(100_000)}\r\n\r\nx\r\n${ending}`],
  ])('an upload is refused with one issue about the file: %s', async (_what, body, type) => {
    expect(await post(body, type)).toEqual({ status: 400, body: refusal });
    expect([lent, traces()]).toEqual([[], []]);
  });

  it('an upload without a media type, or with two, is refused', async () => {
    const body = part('file', 'x') + ending;
    const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
    for (const types of [[], [type, type]]) {
      const lines = ['POST /api/files HTTP/1.1', 'Host: a.example', ...types, `Content-Length: ${body.length}`];
      const { answers } = await exchange(baseUrl, request(lines, body), { answers: 1 });
      expect(answers[0]).toMatchObject({ status: 400, body: refusal });
    }
    expect(lent).toEqual([]);
  });

  it('an upload that declares too large a length is not read at all', async () => {
    const type = `Content-Type: multipart/form-data; boundary=${boundary}`;
    const lines = ['POST /api/files HTTP/1.1', 'Host: a.example', type, 'Content-Length: 40000000'];
    const { answers, closedByServer } = await exchange(baseUrl, request(lines));
    expect([answers, closedByServer]).toEqual([[expect.objectContaining({ status: 400, body: refusal })], true]);
  });

  it.each<[string, string]>([
    ['begins', part('file', 'x'.repeat(200_000))],
    ['begins, behind one without a name', `--${boundary}\r\n\r\n${'x'.repeat(200_000)}\r\n`],
    ['begins, behind a third', `${part('file', 'x'.repeat(200_000))}${part('file', 'x')}`],
  ])('an upload that is cut off where another part %s is refused, however small its chunks', async (_where, parts) => {
    const lines = [
      'POST /api/files HTTP/1.1',
      'Host: a.example',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      'Transfer-Encoding: chunked',
    ];
    const pieces = `${parts}--${boundary}\r\n`.match(/[^]{1,1000}/g) ?? [];
    const body = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
    const { answers } = await exchange(baseUrl, request(lines, `${body}0\r\n\r\n`), { answers: 1 });
    expect(answers).toEqual([expect.objectContaining({ status: 400, body: refusal })]);
    expect([lent, traces()]).toEqual([[], []]);
  });

  it('an upload in one chunk with a long second part is refused without delay', async () => {
    const first = `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`;
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/files',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.from(`${first}--${boundary}\r\n\r\n${'z'.repeat(125_000)}\r\n${ending}`),
    });
    expect([statusCode, lent, traces()]).toEqual([400, [], []]);
  });

  it('a refused upload leaves its connection usable', async () => {
    const bad = part('other', 'x'.repeat(200_000)) + ending;
    const good = part('file', 'x') + ending;
    const lines = (body: string) => [
      'POST /api/files HTTP/1.1',
      'Host: a.example',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
    ];
    const both = request(lines(bad), bad) + request(lines(good), good);
    const { answers } = await exchange(baseUrl, both, { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  });

  it('an upload is discarded when its client disconnects midway', async () => {
    const { hostname, port } = new URL(baseUrl);
    const head = [
      'POST /api/files HTTP/1.1',
      'Host: a',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      'Content-Length: 900000',
    ];
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.write(request(head, part('file', 'x'.repeat(100_000))));
      return socket;
    });
    await until('the files to be open', () => traces().length === 20);
    for (const socket of sockets) socket.destroy();
    await until('the files to be gone', () => traces().length === 0);
    expect(lent).toEqual([]);
  });

  it('an upload without free disk space is reported as our failure, without truncation or delay', async () => {
    const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
    limit('1000000');
    try {
      expect((await post(formOf(Buffer.alloc(1_000_100, 7)))).status).toBe(500);
      expect((await post(formOf(Buffer.alloc(8_000_000, 7)))).status).toBe(500);
    } finally {
      limit('unlimited');
    }
    expect([lent, traces()]).toEqual([[], []]);
  });

  it('an upload is gone when its processing fails', async () => {
    work = () => Promise.reject(new Error('synthetic'));
    expect((await post(formOf(Buffer.from('x')))).status).toBe(500);
    expect(traces()).toEqual([]);
  });
});
