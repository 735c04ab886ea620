import { requireRole } from '#actor';
import type { Ctx } from '#context';
import type { Limit } from '#platform/limits';
import { resolveScope } from '../resolve-scope.ts';
import type { Scope } from '../schemas.ts';
import { exportCustomer, type CustomerExport } from './export-customer.ts';

/** More than people ask for; somebody with a stolen session does not get everybody. */
const exported: Limit = { name: 'privacy-export', points: 30, windowS: 3600, whenStoreIsGone: 'refuse' };

type ExportScope = { readonly consultationId: string; readonly scope: Scope };

/** Everything that is stored about a case, or about its customer, for a lead to hand to them. */
export async function exportScope(ctx: Ctx, { consultationId, scope }: ExportScope): Promise<CustomerExport> {
  const { staffId } = requireRole(ctx.actor, 'lead');
  await ctx.limits.consume(exported, staffId);
  const { name } = await resolveScope(ctx, { consultationId, scope });
  return exportCustomer(ctx, name);
}
