import { beforeAll, describe, expect, it } from 'vitest';
import { submit } from '#testing/intakes';
import { useHarness } from '#test/harness';
import { authenticateStaff } from './sessions.ts';
import { createStaffMember } from '../members/members.ts';
import { createStaffToken } from '../tokens/tokens.ts';

const harness = useHarness();
const email = 'team@example.com';
let staffId = '';
let path = '';
let pollToken = '';

beforeAll(async () => {
  ({ staffId } = await createStaffMember(harness.current.ctx, { email, name: 'Team Member', role: 'administrator' }));
  const { body } = await submit(harness.current);
  path = `/api/staff/v1/intakes/${body.intake_id}`;
  pollToken = body.poll_token;
});

const newToken = () => createStaffToken(harness.current.ctx, { email, label: 'automation' });
const call = (headers: Record<string, string>) => harness.current.call('GET', path, { headers });

describe('a staff token', () => {
  it('a staff token grants access to the staff API and identifies the actor', async () => {
    const { token, tokenId } = await newToken();
    expect(token).toMatch(/^svc_staff_[0-9A-Za-z]{32}$/);
    expect((await harness.current.call('GET', path, { token })).status).toBe(200);
    expect(await authenticateStaff(harness.current.ctx, `Bearer ${token}`)).toEqual({
      kind: 'staff',
      staffId,
      role: 'administrator',
      credentialId: tokenId,
    });
  });

  it('opens nothing after it was revoked, while another of the same person still does', async () => {
    const [revoked, active] = [await newToken(), await newToken()];
    await harness.current.ctx.db.pool.query('update staff.tokens set revoked_at = $1 where id = $2', [
      harness.current.clock.now(),
      revoked.tokenId,
    ]);
    expect((await harness.current.call('GET', path, { token: revoked.token })).status).toBe(401);
    expect((await harness.current.call('GET', path, { token: active.token })).status).toBe(200);
  });

  it('a staff token is stored as a fingerprint only', async () => {
    const { token } = await newToken();
    const { rows } = await harness.current.ctx.db.pool.query<{ whole: string }>(
      'select t::text as whole from staff.tokens t',
    );
    const whole = rows.map((row) => row.whole).join('\n');
    for (const secret of [token, token.slice('svc_staff_'.length)]) {
      expect(whole).not.toContain(secret);
      expect(whole).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('a staff token cannot read an intake on the agent API', async () => {
    const { token } = await newToken();
    const answer = await harness.current.call('GET', path.replace('staff', 'agent'), { token });
    expect(answer.status).toBe(401);
  });
});

describe('staff credentials', () => {
  it('a staff request without a header is refused', async () => {
    const answer = await call({});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="staff"');
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({ code: 'unauthorized', status: 401, instance: path });
  });

  it('a wrong token, a poll token, and a fingerprint are refused', async () => {
    const { token } = await newToken();
    const { rows } = await harness.current.ctx.db.pool.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from staff.tokens limit 1",
    );
    const wrong = [
      `svc_staff_${'0'.repeat(32)}`,
      token.slice(0, -1),
      `${token}0`,
      token.toLowerCase(),
      pollToken,
      rows[0]?.hash ?? '',
    ];
    for (const credential of wrong) {
      expect((await call({ authorization: `Bearer ${credential}` })).status, `with ${credential}`).toBe(401);
    }
  });

  it('the Authorization header needs the Bearer scheme, in any case, and exactly one token', async () => {
    const { token } = await newToken();
    const basic = `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
    const others = [
      basic,
      token,
      `Token ${token}`,
      'Bearer',
      'Bearer ',
      `Bearer ${token} ${token}`,
      `Bearer  ${token}`,
    ];
    for (const header of others) expect((await call({ authorization: header })).status, `with ${header}`).toBe(401);
    for (const scheme of ['bearer', 'BEARER']) {
      expect((await call({ authorization: `${scheme} ${token}` })).status, `with ${scheme}`).toBe(200);
    }
  });

  it('the staff API checks the credential before it reveals whether an intake exists', async () => {
    const unknown = path.replace(/int_.*/, 'int_000000000000000000000000');
    expect((await harness.current.call('GET', unknown)).status).toBe(401);
    expect((await harness.current.call('GET', unknown, { token: (await newToken()).token })).status).toBe(404);
  });
});
