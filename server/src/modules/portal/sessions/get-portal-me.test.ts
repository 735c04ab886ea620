import { expect, it } from 'vitest';
import { setPrincipalStatus } from '#modules/credentials';
import { countStatements } from '#test/fixtures/counted-statements';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '../testing.ts';
import { getPortalMe } from './sessions.ts';

const harness = useHarness();

async function meOf(userId: string) {
  const { ctx } = harness.current;
  const { db, count } = countStatements(ctx.db);
  const actor = { kind: 'portal user', userId, credentialId: 'ses_synthetic', freshUntil: undefined } as const;
  const me = await getPortalMe({ ...ctx, db, actor }, undefined);
  return { me, statements: count() };
}

it('reading the account takes as many statements for fifty institutions as for one', async () => {
  const { current } = harness;
  const { userId, institutionId: first } = await givenPortalUser(current);
  const one = await meOf(userId);
  const ids = [first];
  while (ids.length < 50) ids.push((await givenPortalUser(current, { userId, role: 'read_only' })).institutionId);
  await setPrincipalStatus({ ...current.ctx, db: current.ctx.db.seeing('all') }, first, 'suspended');
  const fifty = await meOf(userId);
  expect(fifty.statements).toBe(one.statements);
  expect(fifty.me.institutions.map(({ id }) => id)).toEqual(ids.sort());
  const suspended = fifty.me.institutions.filter((institution) => institution.suspended);
  expect(suspended).toMatchObject([{ id: first, role: 'owner', live_open: true }]);
});
