import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { givenPortalUser, type PortalBrowser } from '../../../server/src/modules/portal/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { createShell, type Shell } from '../../test/shell.ts';

const harness = useHarness();

/** Like the server, but with retries immediately: the length of the wait is not under test. */
const hurried: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (!String(request[0]).endsWith('/pairings')) return response;
  return Response.json({ ...((await response.json()) as object), poll_every_s: 0.005 }, response);
};

const codeIn = (lines: readonly string[]) => /[B-Z]{4}-[B-Z]{4}/.exec(lines.join('\n'))?.[0] ?? '';
const kept = ({ folder }: Shell) => JSON.parse(readFileSync(join(folder, 'makewhole/config.json'), 'utf8'));

/** Runs `mw login`; once there is a code, the portal user acts on it. */
async function login(shell: Shell, act: (code: string, end: () => void) => Promise<unknown>, words = 'login') {
  let acted: Promise<unknown> = Promise.resolve();
  const ran = await shell.run(words, (line, end) => {
    const code = codeIn([line]);
    if (code !== '') acted = act(code, end);
  });
  await acted;
  return ran;
}

const approve = (user: PortalBrowser) => (code: string) => user.call('POST', '/pairings/approve', { body: { code } });

describe('mw login', () => {
  it('keeps a token that only the owner can read and that is never printed; whoami and logout use it', async () => {
    const { baseUrl: url } = harness.current;
    const user = await givenPortalUser(harness.current, { role: 'developer', fresh: true });
    const shell = createShell({ fetch: hurried });
    const { exitCode, out, err } = await login(shell, approve(user), `login --url ${url}`);
    expect([exitCode, err]).toEqual([0, []]);
    const file = kept(shell);
    expect(file).toMatchObject({ url, servers: { [url]: { institution_id: user.institutionId } } });
    expect(statSync(join(shell.folder, 'makewhole/config.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(shell.folder, 'makewhole')).mode & 0o777).toBe(0o700);
    const { token } = file.servers[url];
    expect(token).toMatch(/^mwp_/);

    const who = await shell.run('whoami --json');
    expect(JSON.parse(who.out[0]!).portal).toMatchObject({
      institution: { id: user.institutionId },
      role: 'developer',
    });
    const ended = await shell.run('logout');
    expect([ended.exitCode, ended.out]).toEqual([0, ['Signed out. The token is revoked.']]);
    expect(kept(shell).servers[url]).toEqual({});
    const { status } = await harness.current.call('GET', '/api/portal/v1/me', { token });
    expect(status).toBe(401);
    expect((await shell.run('whoami')).exitCode).toBe(3);
    expect((await shell.run('logout')).out).toEqual(['Not signed in.']);
    expect([...out, ...who.out, ...who.err, ...ended.out].join('\n')).not.toContain(token);
  });

  it('prints as JSON where to go and then who signed in, one value per line', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const shell = createShell({ url: harness.current.baseUrl, fetch: hurried });
    const { out } = await login(shell, approve(user), 'login --json');
    const [first, last] = out.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ status: 'pending', page: `${harness.current.config.publicBaseUrl}/portal/pair` });
    expect(last).toMatchObject({ institution: { id: user.institutionId } });
    expect(JSON.stringify(last)).not.toContain('mwp_');
  });

  it('exits with 3 when the user denies or the code expires, and with 130 on Ctrl-C; nothing is stored', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const shell = createShell({ url: h.baseUrl, fetch: hurried });
    const deny = (code: string) =>
      h.call('POST', '/api/portal/v1/pairings/deny', { body: { code }, headers: user.headers });
    const denied = await login(shell, deny);
    expect([denied.exitCode, denied.err.join('')]).toEqual([3, expect.stringContaining('pairing_denied')]);
    const ended = await login(shell, async (_code, end) => end());
    expect([ended.exitCode, ended.err.join('')]).toEqual([130, expect.stringContaining('Nothing was stored')]);
    const late = await login(shell, async () => h.clock.advance(601));
    expect([late.exitCode, late.err.join('')]).toEqual([3, expect.stringContaining('Run mw login again')]);
    expect(() => kept(shell)).toThrow('ENOENT');
  });

  it('keeps waiting while the server does not respond', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    let failures = 2;
    const lossy: typeof fetch = async (...request) => {
      if (String(request[0]).endsWith('/poll') && failures-- > 0) throw new TypeError('fetch failed');
      return hurried(...request);
    };
    const shell = createShell({ url: harness.current.baseUrl, fetch: lossy });
    const { exitCode, err } = await login(shell, approve(user));
    // The outage is reported once, however long it takes.
    expect([exitCode, err]).toEqual([0, [expect.stringContaining('Still trying'), 'The server is responding again.']]);
  });

  it('ends with 4 where there is no server', async () => {
    const { exitCode, err } = await createShell({ url: 'http://127.0.0.1:9' }).run('login');
    expect([exitCode, err.join('')]).toEqual([4, expect.stringContaining('did not respond')]);
  });
});

describe('a kept token', () => {
  it('is never sent to another server, and a file that others can read causes a warning', async () => {
    const { baseUrl: url } = harness.current;
    const user = await givenPortalUser(harness.current, { fresh: true });
    const sent: string[] = [];
    const watched: typeof fetch = async (...request) => {
      sent.push(`${String(request[0])} ${JSON.stringify(request[1])}`);
      return hurried(...request);
    };
    const shell = createShell({ fetch: watched });
    await login(shell, approve(user), `login --url ${url}`);
    const { token } = kept(shell).servers[url];
    sent.length = 0;
    const other = await shell.run('whoami --url http://localhost:9');
    expect([other.exitCode, sent.join('').includes(token)]).toEqual([3, false]);
    chmodSync(join(shell.folder, 'makewhole/config.json'), 0o644);
    expect((await shell.run('whoami')).err.join('')).toContain('chmod 600');
  });
});

describe('mw whoami', () => {
  it('uses the partner key, and reports if it is rejected', async () => {
    const { key } = await givenPartner(harness.current);
    const { baseUrl: url } = harness.current;
    const { exitCode, out } = await createShell({ url, env: { MAKEWHOLE_KEY: key } }).run('whoami');
    expect([exitCode, out.join('\n')]).toEqual([0, expect.stringContaining('Partner key  key_')]);
    const wrong = await createShell({ url, env: { MAKEWHOLE_KEY: 'gap_test_none' } }).run('whoami --json');
    expect([wrong.exitCode, JSON.parse(wrong.err[0]!).status]).toEqual([3, 401]);
  });
});
