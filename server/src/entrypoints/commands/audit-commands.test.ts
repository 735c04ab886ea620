import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEntry } from '#modules/ledger';
import { anchorJobs } from '#mount/ledger/workers';
import { readConfig, type Env } from '#platform/config';
import { transact } from '#platform/db';
import { runCommandHere } from '#test/processes/run-command-here';
import { tamper } from '#testing/ledger/consent';
import { useHarness } from '#test/harness';

const harness = useHarness();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
let directory: string;
let settings: Env;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'makewhole-anchors-'));
  settings = { AUDIT_ANCHOR_STORE: directory, AUDIT_ANCHOR_PUBLIC_KEYS: raw };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a command as an operator does, with or without anchors. */
const run = (env: Env, ...words: string[]) => runCommandHere(harness.current.config, words, env);

/** Runs the worker's hourly job, with its settings. */
async function runJob(): Promise<void> {
  const { ctx, config } = harness.current;
  const env = { DATABASE_URL: config.databaseUrl.reveal(), DATA_KEY: config.dataKeys[0]?.reveal() };
  const { anchors } = readConfig({ ...env, ...settings, AUDIT_ANCHOR_KEY: pem }, 'worker');
  for (const { run: work } of anchorJobs({ ...ctx, config: { ...config, anchors } })) await work(1);
}

const add = (subjectId: string) =>
  transact(harness.current.ctx, (tx) => recordEntry(tx, { kind: 'action', operation: 'x', subjectId }));

describe('the audit commands', () => {
  it('the audit trail is intact, with every anchor that the worker signed', async () => {
    for (const hour of ['one', 'two', 'three']) {
      await add(hour);
      await runJob();
      harness.current.clock.advance(3600);
    }
    expect(await readdir(directory)).toHaveLength(4);
    const whole = await run(settings, 'audit', 'verify', '--json');
    const { anchor, ...verdict } = JSON.parse(whole.stdout);
    expect([whole.code, verdict]).toMatchObject([0, { ok: true, rows: 3, problem: null, anchors: { count: 3 } }]);
    expect((await run({}, 'audit', 'verify', '--anchor', anchor)).stdout).toBe(
      `ok: 3 rows\nanchor ${anchor}\nno signed anchors: AUDIT_ANCHOR_STORE is not set\n`,
    );
    expect((await run(settings, 'consent', 'verify')).stdout).toContain('signed anchors: 3, newest from 2026-');
  });

  it('doctor checks anchors: it warns where none are configured and fails where they are late', async () => {
    const says = async (env: Env) =>
      (await run(env, 'doctor')).stdout.split('\n').find((line) => line.includes(' anchors: '));
    expect(await says({})).toMatch(/^warn anchors: not set/);
    await tamper(harness.current.owner, `update anchors.anchors set at = now() - interval '1 hour'`);
    expect(await says(settings)).toMatch(/^ok {3}anchors: the last is from /);
    await tamper(harness.current.owner, `update anchors.anchors set at = now() - interval '3 hours'`);
    expect(await says(settings)).toMatch(/^FAIL anchors: none was written since /);
  });

  it('the audit trail is not intact when rows were changed, or when all of it was rewritten with the key', async () => {
    const { owner } = harness.current;
    await tamper(owner, `update audit.entries set operation = 'nothing' where seq = 1`);
    const edited = await run({}, 'audit', 'verify');
    expect([edited.code, edited.stdout.split('\n')[0]]).toEqual([1, 'BROKEN after row 0: row 1 was changed']);
    await tamper(owner, 'delete from audit.entries');
    await tamper(owner, `update audit.head set seq = 0, mac = '', seal = null`);
    await add('another');
    await add('and another');
    expect((await run({}, 'audit', 'verify')).code).toBe(0);
    const anew = await run(settings, 'audit', 'verify');
    expect([anew.code, anew.stdout.split('\n')]).toEqual([
      1,
      [
        'BROKEN after row 2: row 1 is not the one that an anchor names: the trail was written anew',
        expect.stringContaining('signed anchors: 3'),
        'anchors that the chain does not contain: 1-3',
        '',
      ],
    ]);
    const named = await run({ ...settings, AUDIT_ANCHORS_LOST: '1-2,3' }, 'audit', 'verify');
    expect(named.code).toBe(0);
  });
});
