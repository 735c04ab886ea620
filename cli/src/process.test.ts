import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { webhooks } from '@makewhole/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenPartner } from '../../server/src/modules/partners/testing.ts';
import { referralBody } from '../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../server/test/harness.ts';
import { until } from '../../server/test/until.ts';
import { startFaultyServer, type FaultyServer } from '../test/faulty-server.ts';

const harness = useHarness();
const entry = fileURLToPath(new URL('mw.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'makewhole-process-'));
let hanging: FaultyServer;

beforeAll(async () => {
  hanging = await startFaultyServer();
  hanging.fault = 'hangs';
});
afterAll(() => rmSync(folder, { recursive: true }));

/** In a real shell, where pipes close and signals arrive as on a developer's machine. */
function start(script: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    'bash',
    ['--norc', '-o', 'pipefail', '-c', `mw() { "${process.execPath}" "${entry}" "$@"; }; ${script}`],
    {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', XDG_CONFIG_HOME: folder, ...env },
    },
  );
  child.stdin.end();
  const ended = once(child, 'exit').then(([code]) => code as number);
  return { child, ended, out: text(child.stdout), err: text(child.stderr) };
}

describe('a reader that closes the pipe', () => {
  it('ends a following command with 0 and no complaint', async () => {
    const { call, baseUrl } = harness.current;
    const { key } = await givenPartner(harness.current);
    await call('POST', '/api/gap/v1/referrals', { token: key, body: referralBody() });
    const env = { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key };
    const { child, ended, out, err } = start('mw events tail --since beginning --json | head -1', env);
    // The next event is the line that no reader gets.
    await once(child.stdout, 'data');
    await call('POST', '/api/gap/v1/referrals', { token: key, body: referralBody() });
    expect([await ended, (await out).trim().split('\n').length, await err]).toEqual([0, 1, '']);
  });

  it('does not change the exit code of a check', async () => {
    const body = '{"id":"evt_1","type":"referral.created"}';
    const secret = 'whsec_b25lIHNlY3JldCBvZiBtdyBsaXN0ZW4=';
    writeFileSync(join(folder, 'headers'), JSON.stringify(await webhooks.testHeaders({ body, secret })));
    writeFileSync(join(folder, 'body'), `${body} `);
    const env = { MAKEWHOLE_WEBHOOK_SECRET: secret };
    const { ended, err } = start('mw verify --headers headers --body body | true', env);
    expect([await ended, await err]).toEqual([1, '']);
  });
});

describe('output that cannot be written', () => {
  it('is a failure, reported in a sentence', async () => {
    for (const words of ['--help', 'listen --print-secret', 'trigger --json']) {
      const { ended, err } = start(`mw ${words} > /dev/full`);
      expect([await ended, await err]).toEqual([1, expect.stringMatching(/Cannot write the output: ENOSPC\n$/)]);
    }
  });
});

describe('Ctrl-C', () => {
  const cases: [what: string, words: string, code: number][] = [
    ['a call', 'events list', 130],
    ['what follows', 'events tail', 0],
    ['an MCP client', 'mcp', 0],
  ];
  it.each(cases)('exits immediately on %s', async (_what, words, code) => {
    hanging.heard.splice(0);
    const env = { XDG_CONFIG_HOME: folder, MAKEWHOLE_URL: hanging.url, MAKEWHOLE_KEY: 'gap_test_synthetic' };
    const child = spawn(process.execPath, [entry, ...words.split(' ')], { cwd: folder, env });
    const ended = once(child, 'exit');
    // Only the bridge reads stdin.
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    await until('the call to be under way', async () => hanging.heard.length > 0);
    child.kill('SIGINT');
    expect(await ended).toEqual([code, null]);
  });
});
