import type { Ctx, Tx } from '#context';
import { findPrincipalStatus } from '#modules/agent-keys';
import { findAccess } from './store.ts';

export type InstitutionAccess = {
  readonly name: string;
  readonly suspended: boolean;
  /** Undefined while it has only the sandbox. */
  readonly liveOpenedAt: Date | undefined;
};

/** What is open to an institution's users; undefined when there is none of this id. */
export async function findInstitutionAccess(
  ctx: Pick<Ctx | Tx, 'db'>,
  institutionId: string,
): Promise<InstitutionAccess | undefined> {
  const [row, status] = await Promise.all([findAccess(ctx.db, institutionId), findPrincipalStatus(ctx, institutionId)]);
  return row && { name: row.name, suspended: status !== 'active', liveOpenedAt: row.live_opened_at ?? undefined };
}
