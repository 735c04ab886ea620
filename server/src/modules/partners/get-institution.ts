import type { Rx } from '#context';
import { findPrincipalStatus } from '#modules/agent-keys';
import { notFound } from '#platform/errors';
import { toInstitution } from './rules.ts';
import type { Institution } from './schemas.ts';
import { findInstitution } from './store.ts';

export async function getInstitution(ctx: Pick<Rx, 'db'>, id: string): Promise<Institution> {
  const [row, status] = await Promise.all([findInstitution(ctx.db, id), findPrincipalStatus(ctx, id)]);
  if (row === undefined) throw notFound('No institution has this id.');
  return toInstitution(row, status === 'active' ? 'active' : 'suspended');
}
