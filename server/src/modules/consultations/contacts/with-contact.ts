import type { Tx } from '#context';
import type { ConsultationSources } from '../facts.ts';
import { copyContacts } from './copy-contacts.ts';
import { lockQueued, type QueueRow } from '../store.ts';
import { isOutdatedWindow } from './window-rules.ts';

/** Copies the contact of one locked consultation that is about to be worked on, unless this version did so before. */
export async function withContact(tx: Tx, sources: ConsultationSources['contacts'], row: QueueRow): Promise<QueueRow> {
  if (row.contact_kept && !isOutdatedWindow(row.window_key)) return row;
  await copyContacts(tx, sources, [row]);
  return (await lockQueued(tx.db, row.id)) ?? row;
}
