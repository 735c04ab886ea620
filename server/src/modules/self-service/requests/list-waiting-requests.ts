import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { RequestView } from '../schemas.ts';
import { listWaitingRows } from '../store.ts';
import { toRequestView } from './to-request-view.ts';

/** More than a team has at once; the oldest come first. */
const listedMost = 200;

/** What customers asked for and nobody has done yet. */
export async function listWaitingRequests(ctx: Ctx): Promise<RequestView[]> {
  requireStaff(ctx.actor);
  return (await listWaitingRows(ctx.db, listedMost)).map((row) => toRequestView(ctx, row));
}
