import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenKeyPair, givenPartner, toPem } from '../../../server/src/modules/partners/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { givenTestKey } from '../../test/given-test-key.ts';
import { createTestIo, givenWords, type TestIo } from '../../test/test-io.ts';
import { conformAgent, conformPartner } from './conformance.ts';
import { startProxy } from './proxy.ts';
import { runReferenceClient } from './reference/reference-client.ts';
import { toHtml, toMarkdown, type Result } from './report.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const program = join(import.meta.dirname, 'reference/run-reference.ts');
const env: Record<string, string> = {};

beforeAll(async () => {
  env['PATH'] = '/usr/bin:/bin';
  env['MAKEWHOLE_URL'] = harness.current.baseUrl;
  env['MAKEWHOLE_AGENT_KEY'] = await givenTestKey(harness.current);
  env['MAKEWHOLE_KEY'] = (await givenPartner(harness.current)).key;
});
afterAll(() => rmSync(folder, { recursive: true }));

const asked: string[] = [];
const watched: typeof fetch = (url, init) => {
  asked.push(String(url));
  return fetch(url, init);
};

const io = (changes: Record<string, string | undefined> = {}): TestIo =>
  createTestIo({ env: { ...env, ...changes }, cwd: folder, fetch: watched });

const run = `"${process.execPath}" "${program}"`;

describe('mw conformance with --run', () => {
  it('starts the client for each scenario in the sandbox, prints each verdict, and writes a report', async () => {
    const own = io();
    const only = 'idempotency-key,lost-answer,webhook-signature';
    expect(await conformAgent(own, givenWords({ run: `${run} agent`, only, report: 'report.md' }))).toBe(0);
    expect(own.printed.filter((line) => line.startsWith('ok '))).toEqual([
      'ok   agent/idempotency-key',
      'ok   agent/lost-answer',
      'ok   agent/webhook-signature',
    ]);
    expect(asked.filter((url) => url.includes('/api/agent/') && !url.includes('/sandbox/api/'))).toEqual([]);
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('## agent/lost-answer: passed');
  });

  it('skips signature scenarios for a client with a key, and exits with 1 if a scenario fails', async () => {
    const own = io();
    const only = 'clock-skew,keeps-secrets,webhook-thin';
    const options = { run: `${run} partner; env | grep MAKEWHOLE_KEY`, only, report: 'report.html' };
    expect(await conformPartner(own, givenWords(options, { json: true }))).toBe(1);
    const result = JSON.parse(own.printed.join('\n')) as Result;
    expect(result.scenarios.map((one) => [one.id, one.result])).toEqual([
      ['partner/clock-skew', 'skipped'],
      ['partner/webhook-thin', 'passed'],
      ['partner/keeps-secrets', 'failed'],
    ]);
    expect([result.passed, result.failed, result.skipped]).toEqual([1, 1, 1]);
    expect(JSON.stringify(result) + own.complained.join()).not.toContain(env['MAKEWHOLE_KEY']);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('partner/keeps-secrets: failed');
  });

  it('checks signatures with the public key', async () => {
    const { privateKey, publicKey } = givenKeyPair('ecdsa-p256-sha256');
    writeFileSync(join(folder, 'right.pem'), toPem(publicKey));
    writeFileSync(join(folder, 'other.pem'), toPem(givenKeyPair('ed25519').publicKey));
    const signing = {
      MAKEWHOLE_KEYID: 'crd_x',
      MAKEWHOLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const options = { run: `${run} partner`, only: 'fresh-signature' };
    expect(await conformPartner(io(signing), givenWords({ ...options, 'public-key': 'right.pem' }))).toBe(0);
    const own = io(signing);
    expect(await conformPartner(own, givenWords({ ...options, 'public-key': 'other.pem' }))).toBe(1);
    expect(own.printed.join('\n')).toContain('does not match the public key');
  });

  it('reports what a client did not do when it does nothing or does not end', async () => {
    const own = io();
    const options = {
      run: `"${process.execPath}" -e "setInterval(() => {}, 1000)"`,
      only: 'lost-answer,webhook-raw-body',
    };
    expect(await conformAgent(own, givenWords({ ...options, timeout: '1' }))).toBe(1);
    const said = own.printed.join('\n');
    expect(said).toContain('It never sent POST /api/agent/v1/intakes.');
    expect(said).toContain('still running');
    expect(said).toContain('never reported its address');
  });
});

it('waits with --wait for a client started elsewhere, which reports to a URL', async () => {
  const own = io();
  let started = false;
  const waiting: TestIo = {
    ...own,
    out(line) {
      own.out(line);
      if (started || !line.includes('"done"')) return;
      started = true;
      void startElsewhere(own.printed);
    },
  };
  expect(await conformAgent(waiting, givenWords({ wait: true, only: 'duplicate' }))).toBe(0);
  expect(own.printed).toContain('ok   agent/duplicate');
});

/** Acts like a person who reads the printed instructions. */
async function startElsewhere(printed: readonly string[]): Promise<void> {
  const asked = Object.fromEntries(
    printed.flatMap((line) => {
      const [, name, value] = /^ {2}(MAKEWHOLE_\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  ) as Record<string, string>;
  const report = async (lines: string) => {
    await fetch(asked['MAKEWHOLE_REPORT_URL'] ?? '', { method: 'POST', body: lines });
  };
  const lines: string[] = [];
  const { signal } = new AbortController();
  await runReferenceClient('agent', { env: { ...env, ...asked }, report: (line) => void lines.push(line), signal });
  await report([...lines, 'done'].join('\n'));
}

describe('forbidden in a run', () => {
  it('is a run with a live key, or a client that uses one', async () => {
    const live = (await givenPartner(harness.current, { livemode: true })).key;
    const options = givenWords({ run: `${run} partner`, only: 'lost-answer' });
    await expect(conformPartner(io({ MAKEWHOLE_KEY: live }), options)).rejects.toThrow(/not a test key/);
    // The client has a different environment from the run.
    const own = io();
    const sly = givenWords({ run: `MAKEWHOLE_KEY=${live} ${run} partner`, only: 'lost-answer' });
    asked.splice(0);
    expect(await conformPartner(own, sly)).toBe(1);
    expect(asked.filter((url) => url.includes('/referrals'))).toEqual([]);
  });

  it('is a run of agents with a live key, which the sandbox would refuse in every scenario', async () => {
    const live = io({ MAKEWHOLE_AGENT_KEY: 'svc_agent_synthetic' });
    await expect(conformAgent(live, givenWords({ run: 'true' }))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('svc_agent_test_'),
    });
  });

  it('is a delivery to another machine', async () => {
    asked.splice(0);
    const own = io();
    const elsewhere = `"${process.execPath}" -e "console.log('listening http://203.0.113.7:80/'); setInterval(() => {}, 1000)"`;
    expect(await conformAgent(own, givenWords({ run: elsewhere, only: 'webhook-raw-body', timeout: '1' }))).toBe(1);
    expect(asked.filter((url) => url.includes('203.0.113.7'))).toEqual([]);
  });

  it('is a request under another name or to another host', async () => {
    const noted: string[] = [];
    const asking = { upstream: 'https://api.example.com', fetch: watched, key: 'gap_test_x' };
    const proxy = await startProxy({ ...asking, onReport: (line) => void noted.push(line) });
    const { port } = new URL(proxy.url);
    asked.splice(0);
    const statuses = [];
    for (const [host, path] of [
      ['attacker.example', '/conformance/report'],
      [`attacker.example:${port}`, '/api/gap/v1/me'],
      [`127.0.0.1:${port}`, 'http://attacker.example/api/gap/v1/me'],
    ]) {
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { host } });
      const [answered] = (await once(sent.end('acted evt_1'), 'response')) as [IncomingMessage];
      answered.resume();
      statuses.push(answered.statusCode);
    }
    await proxy.close();
    expect([statuses, noted, asked]).toEqual([[421, 421, 421], [], []]);
  });

  it('is other people’s HTML or Markdown in a report', () => {
    const one = {
      id: 'agent/x',
      result: 'failed' as const,
      checks: 'c',
      why: 'w',
      page: 'https://x.example/"><script>',
    };
    const result = { object: 'conformance_run' as const, kind: 'agent' as const, passed: 0, failed: 1, skipped: 0 };
    const page = toHtml({ ...result, scenarios: [{ ...one, findings: ['<img src=x>'] }] });
    expect(page).not.toMatch(/<script|<img/);
    expect(toMarkdown({ ...result, scenarios: [{ ...one, findings: [] }] })).toContain('agent/x');
  });
});

describe('wrong usage', () => {
  it.each([
    [{}, /--run "<command>" or --wait/],
    [{ run: 'x', wait: true as const }, /--run "<command>" or --wait/],
    [{ run: 'x', only: 'nothing' }, /not a scenario/],
    [{ run: 'x', timeout: '0' }, /1 to 600/],
    [{ run: 'x', report: 'report.pdf' }, /\.md or \.html/],
  ])('%j', async (options, sentence) => {
    await expect(conformAgent(io(), givenWords(options))).rejects.toThrow(sentence);
  });

  it('reports a missing sandbox or a rejected key before any scenario runs', async () => {
    const nowhere = createTestIo({ env: { ...env, MAKEWHOLE_URL: 'http://127.0.0.1:1' }, cwd: folder });
    await expect(conformAgent(nowhere, givenWords({ run: 'x' }))).rejects.toMatchObject({ code: 'connection_failed' });
    const old = createTestIo({ env: { ...env, MAKEWHOLE_URL: `${env.MAKEWHOLE_URL}/elsewhere` }, cwd: folder });
    await expect(conformAgent(old, givenWords({ run: 'x' }))).rejects.toThrow(/no agent sandbox/);
    const refused = io({ MAKEWHOLE_KEY: 'gap_test_unknown' });
    await expect(conformPartner(refused, givenWords({ run: 'x' }))).rejects.toMatchObject({ status: 401 });
  });

  it('lists the scenarios without a server', async () => {
    const own = io({ MAKEWHOLE_URL: undefined });
    expect(await conformPartner(own, givenWords({ list: true }))).toBe(0);
    expect(own.printed.filter((line) => line.startsWith('partner/'))).toHaveLength(14);
  });
});
