import type { Ctx } from '#context';
import type { PortalRole } from '#lib/api/portal-roles';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { forbidden } from '#platform/errors';
import { addRole } from '../members/store.ts';
import { createPortalSession, type NewPortalSession } from '../sessions/sessions.ts';
import { addUser, findUserByEmail, lockUser } from '../store.ts';

/** Invented people, at addresses that cannot receive email. */
const names = {
  owner: 'Dana Whitlock',
  admin: 'Andre Castillo',
  developer: 'Marcus Lindgren',
  operations: 'Priya Nakamura',
  finance: 'Frances Odell',
  read_only: 'Reed Halloran',
} as const satisfies Record<PortalRole, string>;

type DemoUser = { readonly institutionId: string; readonly role: PortalRole };

/** Signs an invented user in at an institution of the demo. The first sign-in creates the account. */
export async function startDemoSession(ctx: Ctx, { institutionId, role }: DemoUser): Promise<NewPortalSession> {
  if (ctx.config.production) throw forbidden();
  const email = `portal-${role.replace('_', '-')}@demo.example.com`;
  // No user is signed in yet, so the transaction is not limited to an institution.
  return transact({ ...ctx, db: ctx.db.seeing('all') }, async (tx) => {
    const now = tx.clock.now();
    await addUser(tx.db, { id: newId('usr', now), email, name: names[role], created_at: now });
    const user = await findUserByEmail(tx.db, email);
    if (user === undefined || (await lockUser(tx.db, user.id)) === undefined) throw forbidden();
    addRole(tx.db, institutionId, { userId: user.id, role, now });
    return createPortalSession(tx, { userId: user.id, method: 'password', fresh: true });
  });
}
