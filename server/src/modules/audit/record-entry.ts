import type { Ctx, Tx } from '#context';
import { headText, sealedText, type Entry } from './rules.ts';
import { insertEntry, lockHead } from './store.ts';

export type NewEntry = {
  readonly kind: 'view' | 'action' | 'refused';
  /** The route's own name, such as intakes.log-call. */
  readonly operation: string;
  /** Undefined for whoever could not be told, and for the command line. */
  readonly staffId?: string | undefined;
  readonly credentialId?: string | undefined;
  /** Whom or what it is about, by id; never a name, an address or a number. */
  readonly subjectId?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
};

/** Longer ids are not ours; the row must hold whatever was asked for. */
const idLength = 200;
// Half a character at the cut would be stored as another one than was sealed, and the row would look changed.
const cut = (text: string | undefined): string | null => text?.slice(0, idLength).toWellFormed() ?? null;

/**
 * Adds a row to the trail, last of all in its transaction: from here to the commit everybody else who adds one waits.
 */
export async function recordEntry(tx: Pick<Tx, 'db' | 'vault' | 'clock'>, input: NewEntry): Promise<void> {
  const head = await lockHead(tx.db);
  const entry: Entry = {
    seq: head.seq + 1,
    at: tx.clock.now(),
    kind: input.kind,
    operation: input.operation,
    staffId: cut(input.staffId),
    credentialId: cut(input.credentialId),
    subjectId: cut(input.subjectId),
    reason: cut(input.reason),
    requestId: cut(input.requestId),
  };
  const mac = tx.vault.fingerprint(sealedText(head.mac, entry));
  insertEntry(tx.db, entry, { mac, seal: tx.vault.fingerprint(headText(entry.seq, mac)) });
}

/** The same on its own, for what changes nothing else. */
export const recordAlone = (ctx: Pick<Ctx, 'db' | 'vault' | 'clock'>, entry: NewEntry): Promise<void> =>
  ctx.db.inTransaction((db) => recordEntry({ db, vault: ctx.vault, clock: ctx.clock }, entry));
