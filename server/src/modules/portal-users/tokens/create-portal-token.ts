import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { issueToken } from './issue-token.ts';
import { beyondRole } from './rules.ts';
import type { CreatedToken, NewToken } from './schemas.ts';

/** A token with which the caller's scripts act as they do; shown once. */
export async function createPortalToken(ctx: Ctx, input: NewToken): Promise<CreatedToken> {
  const { institutionId, userId, role, credentialId: sessionId } = requirePortal(ctx.actor);
  const beyond = beyondRole(role, input.permissions);
  if (beyond.length > 0)
    throw validationFailed([{ path: 'permissions', message: `your role does not have: ${beyond.join(', ')}` }]);
  return transact(ctx, async (tx) => {
    const created = await issueToken(tx, { institutionId, userId, sessionId, input });
    nameSubject(ctx.actor, created.id);
    return created;
  });
}
