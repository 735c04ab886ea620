import type { Ctx } from '#context';
import { transact } from '#platform/db';
import type { ConsultationSources } from '../facts.ts';
import { lockWithoutContact } from './store.ts';
import { copyContacts } from './copy-contacts.ts';

/** Copies contacts into consultations that an earlier version stored, with the windows that follow; returns how many. */
export function fillContacts(ctx: Ctx, sources: ConsultationSources['contacts'], limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const rows = await lockWithoutContact(tx.db, limit);
    await copyContacts(tx, sources, rows);
    if (rows.length > 0) ctx.log.info({ cases: rows.length }, 'consultations.contacts-filled');
    return rows.length;
  });
}
