import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withUpload } from '#platform/http';
import { createLogger } from '#platform/telemetry';
import { startProcess } from '#test/processes/processes';
import { until } from '#test/until';
import { runConfined, runWithScratch } from './confined-runs.ts';
import { encodeHeader, programHeader } from './reader-rules.ts';
import type { Confined } from './run-limited.ts';
import { givenFile } from './jail-data.ts';
import { serveReader } from './serve-reader.ts';

vi.setConfig({ testTimeout: 90_000 });

const directory = mkdtempSync(join(tmpdir(), 'makewhole-reader-'));
const socket = join(directory, 'socket');
const log = createLogger('test', 'silent');
let server: Awaited<ReturnType<typeof serveReader>>;

beforeAll(async () => {
  server = await serveReader({ socket, unwalled: false, log });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const at = (path: string) => ({ socket: path, unwalled: false });
const usual = { cpuS: 2, wallMs: 20_000, maxBytes: 1_000_000 };
const patient = () => new AbortController().signal;
const run = (command: string, args: string[], changes: Partial<Confined> = {}) =>
  runConfined({ ...usual, signal: patient(), command, args, reader: at(socket), ...changes });
const shell = (script: string, changes: Partial<Confined> = {}) =>
  run('sh', ['-c', script], { scratchBytes: 0, ...changes });

describe('a program run by another process', () => {
  it('a remote program gets its file and its input, and its answer comes back whole', async () => {
    const large = Buffer.alloc(900_000, 'x');
    const { ok, late, output, complaint } = await withUpload(large, ({ fd }) =>
      shell(`cat ${givenFile} - ; echo aside >&2`, { fd, input: Buffer.from(' and input') }),
    );
    expect({ ok, late, complaint }).toEqual({ ok: true, late: false, complaint: 'aside\n' });
    expect(output.equals(Buffer.concat([large, Buffer.from(' and input')]))).toBe(true);
  });

  it('a remote program has files by name in a directory that is deleted afterward', async () => {
    const files = [Buffer.from('one '), Buffer.from('two')];
    const line = 'cat 0.pdf 1.pdf > both && cat both';
    const { output } = await runWithScratch({ files, line, maxBytes: 1000, signal: patient(), reader: at(socket) });
    expect(output.toString()).toBe('one two');
    expect((await shell('echo content > "$SCRATCH/file"')).ok).toBe(false);
  });

  it('a remote program may complain in any characters: the answer arrives', async () => {
    const { ok, complaint } = await shell(`head -c 6000 /dev/zero | tr '\\0' '\\001' >&2; exit 1`);
    expect([ok, complaint]).toEqual([false, '\u0001'.repeat(4096)]);
  });

  it('a remote program is ended by its own limits, and by a client that disconnects', async () => {
    expect(await shell('sleep 30', { wallMs: 200 })).toMatchObject({ ok: false, late: true });
    expect((await run('yes', [], { maxBytes: 1000 })).output.length).toBeLessThanOrEqual(1000);
    // More than run at once: the next one would wait for them if they still ran.
    const given = new AbortController();
    const all = Promise.all([1, 2, 3, 4, 5].map(() => shell('sleep 30', { signal: given.signal })));
    setTimeout(() => given.abort(), 200);
    expect((await all).every(({ ok }) => !ok)).toBe(true);
    expect((await shell('echo next', { wallMs: 5000 })).output.toString()).toBe('next\n');
  });

  it('a missing remote program is our failure, and an invalid one is refused', async () => {
    await expect(run('no-such-program', [])).rejects.toThrow('cannot be run');
    const program = { ...usual, command: 'true', args: [], fileBytes: undefined, inputBytes: undefined };
    const wrong = [
      undefined,
      'text',
      encodeHeader({ ...program, wallMs: 1e9 }),
      encodeHeader({ ...program, fileBytes: 5 }),
      encodeHeader({ ...program, command: 'tr\0ue' }),
    ];
    for (const header of wrong) expect([header, await post(header)]).toEqual([header, 400]);
    expect(await post(encodeHeader(program))).toBe(200);
  });

  it('a remote program is retried later when its process stops responding', async () => {
    const path = join(directory, 'rude');
    const rude = createServer((connection) => connection.once('data', () => connection.destroy()));
    await new Promise<void>((resolve) => rude.listen(path, resolve));
    await expect(run('true', [], { reader: at(path) })).rejects.toMatchObject({ status: 503, retryAfterS: 10 });
    rude.close();
  });

  const post = (header: string | undefined): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = header === undefined ? {} : { [programHeader]: header };
      const asking = request({ socketPath: socket, method: 'POST', path: '/', agent: false, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asking.on('error', reject).end();
    });
});

describe('the process document-parser', () => {
  it('document-parser is waited for, replaces a killed predecessor, runs once, and stops on request', async () => {
    const path = join(directory, 'own');
    const env = { DOCUMENT_PARSER_SOCKET: path };
    const asked = run('cat', [], { reader: at(path), input: Buffer.from('asked before it began') });
    // It may have failed before the test reads the result.
    asked.catch(() => undefined);
    const first = startProcess('document-parser', env);
    await until('it listens', () => first.stdout.includes('"event":"document-parser.listening"'));
    expect((await asked.catch(() => run('cat', [], { reader: at(path) }))).ok).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o660);
    first.signal('SIGKILL');
    await first.exited;
    const second = startProcess('document-parser', env);
    await until('it listens again', () => second.stdout.includes('"event":"document-parser.listening"'));
    expect((await run('true', [], { reader: at(path) })).ok).toBe(true);
    const third = startProcess('document-parser', env);
    expect((await third.exited).code).toBe(1);
    expect(third.stderr).toContain('another process answers');
    second.signal('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
  });

  it('document-parser names a missing setting', async () => {
    const reader = startProcess('document-parser', {});
    expect((await reader.exited).code).toBe(1);
    expect(reader.stderr).toMatch(/DOCUMENT_PARSER_SOCKET is required/);
  });
});
