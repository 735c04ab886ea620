import { permissionsOf, type PortalPermission } from '#lib/api/portal-roles';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import type { Harness } from '#test/harness';
import { bearer, withHeaders, type WalkCaller } from './walk-callers.ts';
import { modes, type Mode } from './walk-world.ts';

type Where = { readonly institutionId: string; readonly foreignId: string };
type Token = { readonly id: string; readonly text: string };

async function givenToken(
  user: PortalBrowser,
  permissions: readonly PortalPermission[],
  inModes: readonly Mode[],
): Promise<Token> {
  const body = { label: 'walk', permissions, modes: inModes, expires_in_days: 7 };
  const { status, body: made, text } = await user.call('POST', '/tokens', { body });
  if (status !== 201) throw new Error(`no token was made: ${text}`);
  return { id: made.id, text: made.token };
}

/** Portal tokens: with all of an owner's permissions, with each permission alone, for one mode, and ended ones. */
export async function givenTokenCallers(harness: Harness, where: Where): Promise<WalkCaller[]> {
  // A user with a role at the other institution too: the token is for one of them.
  const owner = await givenPortalUser(harness, { institutionId: where.institutionId, fresh: true });
  await givenPortalUser(harness, { institutionId: where.foreignId, userId: owner.userId });
  const all = permissionsOf('owner');
  const caller = async (name: string, permissions: readonly PortalPermission[], inModes = modes) => ({
    name: `portal token ${name}`,
    surface: 'portal' as const,
    portalRole: 'owner' as const,
    state: 'good' as const,
    token: { permissions, modes: inModes },
    // With one permission there is little that they could see.
    isNarrow: permissions.length === 1,
    ask: bearer(harness, (await givenToken(owner, permissions, inModes)).text),
  });
  const made = [await caller('full', all), await caller('test', all, ['test']), await caller('live', all, ['live'])];
  for (const permission of all) made.push(await caller(permission, [permission]));
  return [...made, ...(await givenEndedTokens(harness, where.institutionId))];
}

async function givenEndedTokens(harness: Harness, institutionId: string): Promise<WalkCaller[]> {
  const { pool } = harness.owner;
  const made = async (end: (token: Token, user: PortalBrowser) => Promise<unknown>): Promise<string> => {
    const user = await givenPortalUser(harness, { institutionId, fresh: true });
    const token = await givenToken(user, permissionsOf('owner'), modes);
    await end(token, user);
    return token.text;
  };
  const ended = {
    expired: await made(({ id }) =>
      pool.query('update portal.tokens set expires_at = $2, created_at = $2 where id = $1', [id, harness.clock.now()]),
    ),
    revoked: await made(({ id }, user) => user.call('POST', `/tokens/${id}/revoke`)),
    'of a removed member': await made(async (_token, { userId }) => {
      const owner = await givenPortalUser(harness, { institutionId, fresh: true });
      return owner.call('DELETE', `/members/${userId}`);
    }),
  };
  return Object.entries(ended).map(([name, text]) => ({
    name: `portal token ${name}`,
    surface: 'portal',
    portalRole: 'owner',
    state: 'revoked',
    ask: bearer(harness, text),
  }));
}

/** Sessions by an institution's own sign-in: they open that institution only, whatever else the user may access. */
export async function givenIssuerCallers(harness: Harness, { institutionId, foreignId }: Where): Promise<WalkCaller[]> {
  const { institutionId: third } = await givenPortalUser(harness);
  const sessionOf = async (boundTo: string): Promise<WalkCaller['ask']> => {
    const { userId, headers } = await givenPortalUser(harness, { institutionId, boundTo, fresh: true });
    await givenPortalUser(harness, { institutionId: foreignId, userId });
    return withHeaders(harness, headers);
  };
  const shared = { surface: 'portal', portalRole: 'owner', hasAccount: true } as const;
  return [
    { ...shared, name: 'portal issuer session', state: 'good', ask: await sessionOf(institutionId) },
    { ...shared, name: 'portal issuer session of elsewhere', state: 'revoked', ask: await sessionOf(third) },
  ];
}
