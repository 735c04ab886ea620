import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { resolveScope } from '../resolve-scope.ts';
import type { Preview, Scope } from '../schemas.ts';
import { previewErasure } from './preview-erasure.ts';

type PreviewScope = { readonly consultationId: string; readonly scope: Scope };

/** What erasing would touch that is asked for on the page of a case; nothing is erased. */
export async function previewScope(ctx: Ctx, { consultationId, scope }: PreviewScope): Promise<Preview> {
  requireRole(ctx.actor, 'lead');
  const { name } = await resolveScope(ctx, { consultationId, scope });
  const { cases, counts, held, moving } = await previewErasure(ctx, name);
  return {
    object: 'privacy.erasure_preview',
    scope,
    cases: cases.map(({ number, open }) => ({ number, open })),
    rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
    stops: [
      ...(held.length > 0 ? (['legal_hold'] as const) : []),
      ...(moving.length > 0 ? (['money_open'] as const) : []),
    ],
  };
}
