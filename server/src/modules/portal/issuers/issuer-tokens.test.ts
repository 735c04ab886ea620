import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newNetwork } from '#test/fixtures/portal-sign-up';
import type { PortalBrowser } from '../testing.ts';
import { inside, useIssuer } from './testing.ts';

const world = useIssuer();
const { givenIssuer, settings, signIn } = world;

describe('tokens from an institution’s identity provider', () => {
  it.each([
    ['is removed', (owner: PortalBrowser) => owner.call('DELETE', '/settings/issuer')],
    [
      'is replaced',
      (owner: PortalBrowser) =>
        owner.call('POST', '/settings/issuer', { body: settings({ issuer: 'https://other.example.com' }) }),
    ],
  ])('a provider’s tokens and pairings, and no others, are revoked when it %s', async (_how, end) => {
    const owner = await givenIssuer({ amr_values: ['otp'], new_user_role: 'developer' });
    const fresh = { auth_time: Math.floor(world.harness.clock.now().getTime() / 1000), amr: ['otp'] };
    const headers = inside(
      await signIn(owner.institutionId, { email: `sso-${crypto.randomUUID()}@example.com` }, { claims: fresh }),
    );
    const at = `/${owner.institutionId}/test`;
    const post = (path: string, body: unknown, by: Readonly<Record<string, string>> = {}) =>
      world.harness.call('POST', `/api/portal/v1${path}`, {
        body,
        headers: { 'x-forwarded-for': newNetwork(), ...by },
      });
    const givenPaired = async (by: Readonly<Record<string, string>>) => {
      const verifier = randomBytes(32).toString('base64url');
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const asked = await post('/pairings', { client: 'synthetic', challenge });
      expect((await post(`${at}/pairings/approve`, { code: asked.body.code }, by)).status).toBe(200);
      return async () => (await post('/pairings/poll', { verifier })).body;
    };
    const wanted = { label: 'synthetic', permissions: ['institution.read'], modes: ['test'], expires_in_days: 90 };
    const made = async (by: Readonly<Record<string, string>>): Promise<string[]> => {
      const { status, body } = await post(`${at}/tokens`, wanted, by);
      expect(status).toBe(201);
      return [body.token, (await (await givenPaired(by))()).token.token];
    };
    const tokens = [...(await made(headers)), ...(await made(owner.headers))];
    // A token from the time before its session was recorded.
    const unknown = await post(`${at}/tokens`, wanted, owner.headers);
    const { pool } = world.harness.ctx.db;
    await pool.query('update portal.tokens set by_issuer = null where id = $1', [unknown.body.id]);
    tokens.push(unknown.body.token);
    const approved = await givenPaired(headers);
    const statuses = () =>
      Promise.all(
        tokens.map(
          async (token) => (await world.harness.call('GET', `/api/portal/v1${at}/institution`, { token })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect((await end(owner)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200, 200, 401]);
    expect(await approved()).toMatchObject({ code: 'pairing_denied' });
  });
});
