import type { Tx } from '#context';
import { computeEventSetValues, type EventSetHead } from '#modules/events';
import type { EventSet } from './set-store.ts';

/** Rows of a set whose number is greater than `after` and at most `upTo`. */
type SetPage = { readonly after: number; readonly upTo: number };

type PublishSet = EventSetHead & { readonly set: EventSet; readonly page: SetPage };

/**
 * Publishes a page of a set of events by one statement: their texts are written by the database. For accounts without an
 * endpoint that takes full payloads (`hasFullEndpoint`).
 */
export async function publishSet(tx: Tx, { set, page, ...head }: PublishSet): Promise<void> {
  await tx.db.many(set(...computeEventSetValues(tx, head), page.after, page.upTo));
}
