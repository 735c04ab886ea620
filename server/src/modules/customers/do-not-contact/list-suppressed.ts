import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { listSuppressions } from './list-suppressions.ts';

/**
 * Whether each of these customers must not be contacted, in the same order. Takes no lock: messages queued for somebody
 * who goes on the list a moment later are canceled by that, and checked again before sending.
 */
export const listSuppressed = async (ctx: Ctx | Tx, customers: readonly Contacts[]): Promise<boolean[]> =>
  (await listSuppressions(ctx, customers)).map((suppression) => suppression !== undefined);
