import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommandHere } from '#test/processes/run-command-here';
import { useHarness } from '#test/harness';

const harness = useHarness();

/** Runs a command as an operator does. */
const run = (...words: string[]) => runCommandHere(harness.current.config, words);

describe('the staff commands', () => {
  it('gets a staff member with a role, and a link with which they set their own password', async () => {
    const created = await run(
      'staff',
      'create',
      '--email',
      'cli@example.com',
      '--name',
      'Synthetic',
      '--role',
      'agent',
      '--languages',
      'es',
    );
    expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^created stf_[0-9A-Za-z]{24}\n$/)]);
    const { rows } = await harness.current.ctx.db.pool.query(
      "select role, languages from staff.members where email = 'cli@example.com'",
    );
    expect(rows).toEqual([{ role: 'caller', languages: ['es'] }]);
    const link = await run('staff', 'password', '--email', 'CLI@example.com', '--json');
    const path = new URL(JSON.parse(link.stdout).url).pathname;
    // The command reads the system clock, and the harness is in the past; the link is valid in both.
    expect([link.code, (await harness.current.call('GET', path)).status]).toEqual([0, 200]);
  });

  it('staff are listed with whether they can act and how they sign in', async () => {
    await run('staff', 'create', '--email', 'listed@example.com', '--name', 'Synthetic Listed', '--role', 'lead');
    const listed = await run('staff', 'list', '--json');
    const staff = JSON.parse(listed.stdout).staff.find((one: { email: string }) => one.email === 'listed@example.com');
    expect([listed.code, staff]).toEqual([
      0,
      {
        id: expect.stringMatching(/^stf_/),
        name: 'Synthetic Listed',
        email: 'listed@example.com',
        role: 'lead',
        active: true,
        signs_in_with: [],
        last_seen_at: null,
      },
    ]);
    await harness.current.owner.pool.query(
      `update staff.members set disabled_at = now() where email = 'listed@example.com'`,
    );
    const { stdout } = await run('staff', 'list');
    expect(stdout.trim().split('\n').at(-1)).toMatch(
      /lead +disabled  cannot sign in yet  never seen  listed@example.com/,
    );
  });

  it('an unknown role and an unknown address are refused', async () => {
    const role = await run('staff', 'create', '--email', 'x@example.com', '--name', 'Synthetic', '--role', 'owner');
    expect([role.code, role.stderr]).toEqual([1, expect.stringContaining('--role must be one of: caller, lead')]);
    const nobody = await run('staff', 'password', '--email', 'nobody@example.com');
    expect([nobody.code, nobody.stderr.trim()]).toEqual([1, 'Nobody of the team has this address.']);
  });

  it('tokens are listed without being shown, and revoked', async () => {
    await run('staff', 'create', '--email', 'robot@example.com', '--name', 'Synthetic');
    const made = await run('staff', 'token', 'create', '--email', 'robot@example.com', '--label', 'nightly', '--json');
    const { id, token } = JSON.parse(made.stdout);
    const status = async () => (await harness.current.call('GET', '/api/staff/v1/me', { token })).status;
    const list = async () => {
      const { stdout } = await run('staff', 'token', 'list', '--email', 'robot@example.com', '--json');
      expect(stdout).not.toContain(token);
      return JSON.parse(stdout).tokens;
    };
    expect([await status(), await list()]).toEqual([
      200,
      [
        {
          id,
          label: 'nightly',
          created_at: expect.any(String),
          revoked_at: null,
          scopes: null,
          expires_at: expect.any(String),
        },
      ],
    ]);
    expect((await run('staff', 'token', 'revoke', '--token', id)).stdout).toBe(`revoked ${id}\n`);
    expect([await status(), (await list())[0].revoked_at]).toEqual([401, expect.any(String)]);
    const again = await run('staff', 'token', 'revoke', '--token', 'stk_unknown');
    expect([again.code, again.stderr.trim()]).toEqual([1, 'No token has this id.']);
    const { rows } = await harness.current.ctx.db.pool.query(
      "select count(*)::int as rows from audit.entries where operation = 'access.end-staff-token'",
    );
    expect(rows).toEqual([{ rows: 1 }]);
  });

  it('has tokens for some operations, until a time', async () => {
    const h = harness.current;
    await run('staff', 'create', '--email', 'scoped@example.com', '--name', 'Synthetic', '--role', 'administrator');
    const create = async (...more: string[]) => {
      const words = ['staff', 'token', 'create', '--email', 'scoped@example.com', '--label', 'some', '--json', ...more];
      const made = await run(...words);
      return { ...made, token: made.code === 0 ? (JSON.parse(made.stdout).token as string) : '' };
    };
    const { token: reading } = await create('--scopes', 'read,customers');
    const call = async (operation: string, token: string, body?: unknown) => {
      const [method = '', path = ''] = operation.split(' ');
      const { status, body: answer } = await h.call(method, `/api/staff/v1${path}`, { token, body });
      return `${status} ${answer.code ?? ''}`.trim();
    };
    expect(await call('GET /staff', reading)).toBe('200');
    expect(await call('POST /do-not-contact', reading, { email: 'scoped-out@example.com' })).toMatch(/^20/);
    expect(await call('POST /institutions', reading, { name: 'Synthetic' })).toBe('403 scope_required');
    const { token: narrow } = await create('--scopes', 'audit:read', '--expires-at', 'never');
    expect([await call('GET /audit', narrow), await call('GET /staff', narrow)]).toEqual(['200', '403 scope_required']);
    // The command uses the clock of this machine.
    const ahead = (Date.now() - h.clock.now().getTime()) / 1000 + 400 * 86_400;
    h.clock.advance(ahead);
    expect([await call('GET /audit', narrow), await call('GET /staff', reading)]).toEqual(['200', '401 unauthorized']);
    h.clock.advance(-ahead);
    const wrong = [
      await create('--scopes', 'Not one'),
      await create('--expires-at', 'soon'),
      await create('--expires-at', '2020-01-01'),
    ];
    expect(wrong.map(({ code }) => code)).toEqual([1, 1, 1]);
  });

  it('is named in the audit trail by who ran the command', async () => {
    await run('staff', 'create', '--email', 'by-me@example.com', '--name', 'Synthetic');
    await run('staff', 'create', '--email', 'by-her@example.com', '--name', 'Synthetic', '--as', 'wanda');
    const { rows } = await harness.current.ctx.db.pool.query(
      `select e.credential_id, s.role from audit.entries e join staff.members s on s.id = e.subject_id
       where e.operation = 'access.create-staff' and s.email like 'by-%' order by e.seq`,
    );
    expect(rows).toEqual([
      { credential_id: `cli:${userInfo().username}`, role: 'caller' },
      { credential_id: 'cli:wanda', role: 'caller' },
    ]);
    const twice = await run('staff', 'token', 'list', '--email', 'x@example.com', '--as', 'a', '--as', 'b');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('--as is given twice')]);
  });
});
