import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { CaseSources } from './case-sources.ts';
import { lockUnkept, type UnkeptRow } from './contact-store.ts';
import type { LockedConsultation } from './lock-consultation.ts';
import { lockQueued, type QueueRow } from './queue-store.ts';
import { writeContacts } from './write-contacts.ts';

/** Gives cases from before contacts were kept here their source's; gives how many. */
export function fillContacts(ctx: Ctx, sources: CaseSources['contacts'], limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const rows = await lockUnkept(tx.db, limit);
    await fill(tx, sources, rows);
    if (rows.length > 0) ctx.log.info({ cases: rows.length }, 'consultations.contacts-filled');
    return rows.length;
  });
}

/** The same for one case that is locked and about to be worked on. */
export async function withContact(tx: Tx, sources: CaseSources['contacts'], row: QueueRow): Promise<QueueRow> {
  if (row.contact_kept) return row;
  await fill(tx, sources, [row]);
  return (await lockQueued(tx.db, row.id)) ?? row;
}

/** The source is read after the case is locked: who changes it meanwhile changes the case too, and waits for it. */
async function fill(tx: Tx, sources: CaseSources['contacts'], rows: readonly UnkeptRow[]): Promise<void> {
  for (const [source, cases] of Map.groupBy(rows, (row) => row.source)) {
    const contacts = await sources[source as LockedConsultation['source']](
      tx,
      cases.map((row) => row.source_id),
    );
    // A START used to bring no case back: whoever lifted their STOP then may be called again now.
    await writeContacts(
      tx,
      cases.map((row) => ({ row, contact: contacts.get(row.source_id) ?? { phone: undefined } })),
    );
  }
}
