import type { Ctx, Tx } from '#context';
import type { RequestView } from '../schemas.ts';
import { listRequestRows } from '../store.ts';
import { toRequestView } from './to-request-view.ts';

/** What the customer of a case asked for on their own page, newest first. */
export const listRequests = async (ctx: Ctx | Tx, consultationId: string): Promise<RequestView[]> =>
  (await listRequestRows(ctx.db, consultationId)).map((row) => toRequestView(ctx, row));
