import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere } from '#test/processes/run-command-here';
import { startHarness, type Harness } from '#test/harness';
import { AppError } from '#platform/errors';
import { givenInstitution, givenKeyPair, toPem } from '#testing/partners';
import { explain } from '../command.ts';
import { institutionCommands } from './institution-commands.ts';

let harness: Harness;
let directory: string;

beforeAll(async () => {
  harness = await startHarness();
  directory = mkdtempSync(join(tmpdir(), 'makewhole-cli-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await harness.close();
});

/** Runs a command as an operator does: arguments, and the service's settings. */
const run = (...words: string[]) => runCommandHere(harness.config, words);

/** A file that exists and contains no key. */
const notKey = import.meta.filename;

const command = (name: string) => institutionCommands.find((one) => one.name === name)!;

async function runJson(...words: string[]) {
  const { code, stdout, stderr } = await run(...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

function keyFile(name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

describe('the institution commands', () => {
  it('an institution gets a key that works until it is revoked', async () => {
    const { id } = await runJson(
      'institution',
      'create',
      '--name',
      'Shell Bank',
      '--technical-contact',
      'it@example.com',
    );
    expect(id).toMatch(/^inst_[0-9A-Za-z]{24}$/);
    const made = await runJson(
      'institution',
      'key',
      'create',
      '--institution',
      id,
      '--mode',
      'test',
      '--label',
      'shell',
    );
    expect(made).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{24}$/),
      key: expect.stringMatching(/^gap_test_[0-9A-Za-z]{32}$/),
    });
    const me = await harness.call('GET', '/api/gap/v1/me', { token: made.key });
    expect([me.status, me.body.label, me.body.institution.name]).toEqual([200, 'shell', 'Shell Bank']);
    const revoked = await runJson('institution', 'key', 'revoke', '--institution', id, '--key', made.id);
    expect(revoked).toEqual({ id: made.id, status: 'revoked' });
    expect((await harness.call('GET', '/api/gap/v1/me', { token: made.key })).body.code).toBe('key_revoked');
    const { rows } = await harness.ctx.db.pool.query(
      'select kind, operation, staff_id from audit.entries where subject_id = $1 order by seq',
      [id],
    );
    expect(rows).toEqual([
      { kind: 'action', operation: 'partners.create-institution', staff_id: null },
      { kind: 'action', operation: 'access.create-partner-key', staff_id: null },
      { kind: 'action', operation: 'access.revoke-partner-key', staff_id: null },
    ]);
  });

  it('the command reports its result in lines for people', async () => {
    const { code, stdout } = await run('institution', 'create', '--name', 'Shell Bank');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^created inst_[0-9A-Za-z]{24}\n$/)]);
    const id = stdout.slice('created '.length).trim();
    const options = ['--institution', id, '--mode', 'live', '--role', 'read_only', '--expires-at', '2199-01-01'];
    const key = await run('institution', 'key', 'create', ...options);
    expect(key.stdout).toMatch(/^created key_[0-9A-Za-z]{24}\ngap_live_[0-9A-Za-z]{32}\n$/);
    const me = await harness.call('GET', '/api/gap/v1/me', { token: key.stdout.split('\n')[1] ?? '' });
    expect(me.body).toMatchObject({ role: 'read_only', livemode: true, expires_at: '2199-01-01T00:00:00.000Z' });
  });

  it('an institution gets a signed credential and an endpoint', async () => {
    const { id } = await runJson('institution', 'create', '--name', 'Shell Bank');
    const file = keyFile('public.pem', toPem(givenKeyPair('ecdsa-p256-sha256').publicKey));
    const of = ['--institution', id, '--mode', 'test'];
    const upload = ['institution', 'credential', 'upload', ...of, '--alg', 'ecdsa-p256-sha256', '--role', 'read_only'];
    expect(await runJson(...upload, '--public-key-file', file)).toEqual({
      id: expect.stringMatching(/^crd_/),
      challenge: expect.stringMatching(/^chl_[0-9A-Za-z]{32}$/),
      challenge_expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const url = 'https://hooks.example.com/makewhole';
    expect(await runJson('institution', 'endpoint', 'create', ...of, '--url', url)).toEqual({
      id: expect.stringMatching(/^whe_/),
      secret: expect.stringMatching(/^whsec_/),
    });
  });

  it.each<[string, string, Record<string, string>]>([
    ['--name', 'institution create', { name: ' ' }],
    ['--technical-contact', 'institution create', { name: 'x', 'technical-contact': 'nobody' }],
    ['--mode', 'institution key create', { mode: 'both' }],
    ['--role', 'institution key create', { mode: 'test', role: 'admin' }],
    ['--label', 'institution key create', { mode: 'test', label: 'x'.repeat(81) }],
    ['--expires-at', 'institution key create', { mode: 'test', 'expires-at': '2001-01-01' }],
    ['--expires-at', 'institution key create', { mode: 'test', 'expires-at': 'soon' }],
    ['--alg', 'institution credential upload', { mode: 'test', alg: 'rsa', 'public-key-file': notKey }],
    ['--public-key-file', 'institution credential upload', { mode: 'test', alg: 'ed25519', 'public-key-file': notKey }],
    [
      '--public-key-file',
      'institution credential upload',
      { mode: 'test', alg: 'ed25519', 'public-key-file': '/none' },
    ],
    ['--url', 'institution endpoint create', { mode: 'test', url: 'http://127.0.0.1/' }],
  ])('the command refuses the same values as the interface, naming the option: %s', async (option, name, options) => {
    const { id: institution } = await givenInstitution(harness);
    const error = await command(name)
      .run(harness.ctx, { institution, ...options })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(explain(error as AppError)).toContain(`\n  ${option} `);
  });

  it('the institution must exist', async () => {
    const options = { institution: 'inst_none', mode: 'test', key: 'key_none', url: 'https://hooks.example.com/' };
    for (const name of ['institution key create', 'institution key revoke', 'institution endpoint create'])
      await expect(command(name).run(harness.ctx, options)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    [['institution', 'create'], 'it needs --name', 'makewhole institution create --name …'],
    [
      ['institution', 'key', 'create', '--mode', 'test'],
      'it needs --institution',
      'institution key create --institution …',
    ],
    [['institution', 'create', '--nam', 'x'], 'unknown option --nam', 'makewhole institution create --name …'],
    [['institution', 'create', '--name'], '--name needs a value', 'makewhole institution create --name …'],
    [['institution', 'create', '--name', 'x', '--name', 'y'], '--name is given twice', 'institution create --name …'],
  ])('a wrong call is a usage error %j: exit 2, the reason, and the usage', async (words, why, how) => {
    const { code, stderr } = await run(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(stderr).toContain(how);
    expect(stderr).not.toContain('makewhole doctor');
  });

  it('a group alone lists its commands, and no words list all commands', async () => {
    const { code, stderr } = await run('institution');
    expect([code, stderr]).toEqual([2, expect.stringContaining('makewhole institution key create --institution …')]);
    expect(stderr).not.toContain('makewhole doctor [');
    expect((await run()).stderr).toContain('makewhole doctor [');
  });
});

describe('the commands that show institutions', () => {
  it('institutions are listed, and shown with their credentials and without a secret', async () => {
    const { id } = await runJson('institution', 'create', '--name', 'Synthetic Listed Union');
    const { key } = await runJson('institution', 'key', 'create', '--institution', id, '--mode', 'test');
    const url = 'https://hooks.example.com/listed';
    const made = await runJson(
      'institution',
      'endpoint',
      'create',
      '--institution',
      id,
      '--mode',
      'test',
      '--url',
      url,
    );
    const { institutions } = await runJson('institution', 'list');
    expect(institutions).toContainEqual(
      expect.objectContaining({ id, name: 'Synthetic Listed Union', status: 'active', program: 'borrower_paid' }),
    );
    expect((await run('institution', 'list')).stdout).toMatch(
      new RegExp(`^${id}  active .* Synthetic Listed Union$`, 'm'),
    );
    expect((await runJson('institution', 'list', '--after', institutions.at(-1).id)).institutions).toEqual([]);
    const shown = await runJson('institution', 'show', id);
    expect(shown).toMatchObject({
      institution: { id, live_opened_at: expect.any(String) },
      keys: [{ livemode: false, status: 'active' }],
      credentials: [],
      endpoints: [{ url, status: 'enabled' }],
    });
    const printed = `${JSON.stringify(shown)}${(await run('institution', 'show', id)).stdout}`;
    expect([printed.includes(key), printed.includes(made.secret)]).toEqual([false, false]);
  });

  it('an institution that does not exist is not shown', async () => {
    const { code, stderr } = await run('institution', 'show', 'inst_none');
    expect([code, stderr.trim()]).toEqual([1, 'No institution has this id.']);
  });
});
