import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReaders } from '#modules/documents';
import { startHarness, type Harness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { until } from '#test/until';
import { givenIntake, sendReport, submit } from '../testing.ts';

/** Sixteen rule sets of Landlock are the most that a process can have, and one forbids it to mount. */
const withoutWalls = `
  my $attributes = pack('Q', 1 << 11);
  my $rules = syscall(444, $attributes, 8, 0);
  syscall(0 + $ARGV[0], 38, 1, 0, 0, 0);
  syscall(446, $rules, 0) for 1 .. 16;
  exec { $ARGV[1] } @ARGV[1 .. $#ARGV];
`;

const directory = mkdtempSync(join(tmpdir(), 'makewhole-no-sandbox-'));
const socket = join(directory, 'socket');
let reader: ReturnType<typeof spawn>;
let harness: Harness;

beforeAll(async () => {
  const prctl = process.arch === 'arm64' ? '167' : '157';
  const script = fileURLToPath(new URL('../../../entrypoints/document-parser.ts', import.meta.url));
  reader = spawn('perl', ['-e', withoutWalls, prctl, process.execPath, script], {
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', DOCUMENT_PARSER_SOCKET: socket, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  await until('the reader listens', () => existsSync(socket));
  harness = await startHarness({ DOCUMENT_PARSER_SOCKET: socket });
});
afterAll(async () => {
  await harness?.close();
  const exited = new Promise((resolve) => void reader.once('exit', resolve));
  reader.kill();
  await exited;
  rmSync(directory, { recursive: true });
});

describe('a machine on which no sandbox can be made', () => {
  it('a machine without a sandbox refuses files with a reason and a time to retry, and does everything else', async () => {
    const receipt = await givenIntake(harness);
    const { pdf } = await makeReport('ccc', 1);
    expect(await sendReport(harness, receipt, pdf)).toEqual({
      status: 503,
      body: { error: expect.stringContaining('later'), code: 'internal' },
    });
    expect((await submit(harness)).status).toBe(201);
    await expect(checkReaders(harness.ctx.config)).rejects.toThrow(
      /no sandbox can be made.*ALLOW_UNSANDBOXED_READERS=1/,
    );
    await until('it is said', async () => {
      const { status, body } = await harness.call('GET', '/readyz');
      return status === 200 && JSON.stringify(body).includes('"refused":["uploads: no sandbox');
    });
  });
});
