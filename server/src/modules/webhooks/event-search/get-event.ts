import type { Ctx } from '#context';
import { readEventTime, type LogAccount } from '../events/rules.ts';
import { findEventRow, type LoggedEvent } from './store.ts';
import { notFound } from '#platform/errors';

const eventNotFound = () => notFound('No event has this id.');

export type { LoggedEvent } from './store.ts';

/** An event of the account and mode as it was written. */
export async function getEvent(ctx: Ctx, tenant: LogAccount, id: string): Promise<LoggedEvent> {
  const at = readEventTime(id);
  const row = at === undefined ? undefined : await findEventRow(ctx.db, tenant, { id, at });
  if (row === undefined) throw eventNotFound();
  return row;
}
