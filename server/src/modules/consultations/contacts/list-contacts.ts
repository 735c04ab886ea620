import type { Ctx, Tx } from '#context';
import type { SubjectContacts } from '#modules/consent';
import { isLanguage, type Language } from '#lib/languages/language';
import type { Channel } from '../schemas.ts';
import { isClosed } from '../rules.ts';
import { decryptContact } from './decrypt-contact.ts';
import { listWithIds } from './store.ts';

export type ConsultationContacts = {
  readonly id: string;
  readonly number: string;
  readonly sourceId: string;
  readonly contacts: SubjectContacts;
  readonly isOpen: boolean;
  /** Whether its owner said no, or stopped contact. */
  readonly hasStopped: boolean;
  /** What the customer chose; undefined until then. */
  readonly language: Language | undefined;
  /** By which ways they want no contact about this one. */
  readonly stoppedChannels: readonly Channel[];
};

/** The contacts of consultations, by their own ids or by those of what they came from; unknown ones are left out. */
export async function listContacts(ctx: Ctx | Tx, ids: readonly string[]): Promise<ConsultationContacts[]> {
  if (ids.length === 0) return [];
  const now = ctx.clock.now();
  return (await listWithIds(ctx.db, ids)).map((row) => ({
    id: row.id,
    number: row.number,
    sourceId: row.source_id,
    contacts: decryptContact(ctx, row),
    isOpen: !isClosed(row, now),
    hasStopped: row.spared_at !== null || row.declined_at !== null,
    language: isLanguage(row.language) ? row.language : undefined,
    stoppedChannels: row.stopped_channels,
  }));
}
