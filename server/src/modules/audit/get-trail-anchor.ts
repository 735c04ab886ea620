import type { Ctx } from '#context';
import { trailBroken } from './errors.ts';
import { isOnTrail } from './is-on-trail.ts';
import { anchorOf, isHeadIntact } from './rules.ts';
import { findHead } from './store.ts';

/** Where the trail ends. Throws when its head was edited: what is signed must have been true. */
export async function getTrailAnchor(ctx: Pick<Ctx, 'db' | 'vault'>): Promise<string> {
  const head = await findHead(ctx.db);
  if (head === undefined || !isHeadIntact(ctx.vault, head)) throw trailBroken();
  const anchor = anchorOf(head.seq, head.mac);
  if (!(await isOnTrail(ctx, anchor))) throw trailBroken();
  return anchor;
}
