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

/**
 * The contacts of consultations, by their own ids or by those of what they came from; unknown ones are left out. One that
 * cannot be decrypted is an error, unless somebody is told of it.
 */
export async function listContacts(
  ctx: Ctx | Tx,
  ids: readonly string[],
  onUnreadable?: (id: string) => void,
): Promise<ConsultationContacts[]> {
  if (ids.length === 0) return [];
  const now = ctx.clock.now();
  const rows = await listWithIds(ctx.db, ids);
  if (onUnreadable === undefined) return rows.map((row) => toContacts(ctx, row, now));
  return rows.flatMap((row) => {
    try {
      return toContacts(ctx, row, now);
    } catch {
      onUnreadable(row.id);
      return [];
    }
  });
}

type Row = Awaited<ReturnType<typeof listWithIds>>[number];

function toContacts(ctx: Ctx | Tx, row: Row, now: Date): ConsultationContacts {
  return {
    id: row.id,
    number: row.number,
    sourceId: row.source_id,
    contacts: decryptContact(ctx, row),
    isOpen: !isClosed(row, now),
    hasStopped: row.spared_at !== null || row.declined_at !== null,
    language: isLanguage(row.language) ? row.language : undefined,
    stoppedChannels: row.stopped_channels,
  };
}
