import type { Ctx } from '#context';
import { sandboxResetting } from '../errors.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { findOpenReset } from './store.ts';

/** While a sandbox is being emptied, nothing is made or changed in it. */
export async function requireNoReset(ctx: Ctx, { institutionId }: Pick<SandboxTenant, 'institutionId'>): Promise<void> {
  if ((await findOpenReset(ctx.db, institutionId)) !== undefined) throw sandboxResetting();
}
