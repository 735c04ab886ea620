import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { useHarness } from '#test/harness';

const harness = useHarness();

type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
const { paths } = JSON.parse(
  readFileSync(new URL('../../../openapi/portal.json', import.meta.url), 'utf8'),
) as Description;

/** For a command line that has no session yet: cookies do not apply there. */
const withoutCookies = new Set(['/api/portal/v1/pairings', '/api/portal/v1/pairings/poll']);
/** Every operation that is not a read, according to the API description. */
const changes = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => ({ method: method.toUpperCase(), path })),
  )
  .filter(({ path }) => !withoutCookies.has(path));
const ofInstitution = changes.filter(({ path }) => path.includes('{mode}'));
/** POST routes that change nothing: those marked `onlyLooks`. */
const looks = [
  '/doctor/request',
  '/doctor/webhook',
  '/endpoints/{endpoint_id}/rehearsal',
  '/endpoints/{endpoint_id}/recoveries/preview',
  '/events/reconcile',
  '/referrals/check',
  '/referrals/search',
].map((end) => `/api/portal/v1/{institution_id}/{mode}${end}`);
const opened = ['/sign-up', '/sign-in', '/invitations/view', '/invitations/finish', '/contact-confirmations'];
const ofAccount = changes.filter(
  ({ method, path }) =>
    !path.includes('{mode}') &&
    !opened.some((one) => path.startsWith(`/api/portal/v1${one}`)) &&
    !(method === 'POST' && path.endsWith('/session')),
);

const fill = (path: string, { institutionId }: PortalBrowser, mode = 'test') =>
  path
    .replace('{institution_id}', institutionId)
    .replace('{mode}', mode)
    .replaceAll(/\{\w+\}/g, 'x_none');

type Asked = { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> };

async function ask({ method, path, headers }: Asked): Promise<string> {
  const { status, body } = await harness.current.call(method, path, { headers });
  return `${method} ${path.replaceAll(/inst_\w+/g, '…')} ${status} ${body?.code ?? ''}`;
}

describe('every change in the portal', () => {
  it('is refused to pages of others', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    for (const { method, path } of changes)
      for (const forged of [
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
      ])
        expect(await ask({ method, path: fill(path, user), headers: { ...user.headers, ...forged } })).toMatch(
          // A file must be sent with its type; any other body that is not JSON may come from another site's form.
          / (403 foreign_request|415 unsupported_media_type)$/,
        );
  });

  it('each change is refused in live mode until it is open, except for operations that only read', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    await harness.current.ctx.db.pool.query('update partners.institutions set live_opened_at = null where id = $1', [
      user.institutionId,
    ]);
    for (const { method, path } of ofInstitution) {
      const said = await ask({ method, path: fill(path, user, 'live'), headers: user.headers });
      if (looks.includes(path)) expect(said).not.toMatch(/ 403 /);
      else expect(said).toMatch(/ 403 live_not_open$/);
    }
    const described = ofInstitution.map(({ path }) => path);
    expect(looks.filter((path) => !described.includes(path))).toEqual([]);
  });

  it('each change to the account is closed to tokens', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const wanted = { label: 'synthetic', permissions: ['members.write'], modes: ['test'], expires_in_days: 1 };
    const { token } = (await user.call('POST', '/tokens', { body: wanted })).body;
    for (const { method, path } of ofAccount)
      expect(await ask({ method, path: fill(path, user), headers: { authorization: `Bearer ${token}` } })).toMatch(
        / 403 own_session_required$/,
      );
    expect(ofAccount.length).toBeGreaterThan(8);
  });
});
