import type { Ctx, Tx } from '#context';
import { isLanguage, type Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import type { SubjectContacts } from '#modules/ledger';
import { listSuppressions } from '#modules/customers';
import type { CallContact } from '../facts.ts';
import { emailName, isClosed, phoneAad, phoneName } from '../rules.ts';
import type { Channel } from '../schemas.ts';
import { lockQueued, type QueueRow } from '../store.ts';
import { encryptContact } from './encrypt-contact.ts';
import { declineRows, listKnown, listWithIds, lockLiveOrListed, unsuppressRows, updateContacts } from './store.ts';

type NewContact = {
  /** The row before the change, locked by this transaction. */
  readonly row: Pick<QueueRow, 'id' | 'test' | 'encrypted_phone' | 'spared_at'>;
  readonly contact: CallContact;
  /** The previous number was not the customer's, so nothing said there came from them. */
  readonly wrong?: boolean;
  /** Typed by an actor who may not lift a STOP, so the stop stays, whatever the number is now. */
  readonly keepsStop?: boolean;
};

/**
 * Stores changed contacts and carries the customers' stop requests over to them. A STOP applied to the old number,
 * unless a caller typed the new one. Stops told to staff are stored on the consultation, because the list cannot be
 * searched by the new number or a later one.
 */
export async function writeContacts(tx: Tx, changed: readonly NewContact[]): Promise<void> {
  updateContacts(
    tx.db,
    changed.map(({ row, contact }) => ({ id: row.id, ...encryptContact(tx, row, contact) })),
  );
  const suppressions = await listSuppressions(
    tx,
    changed.flatMap(({ row, contact: { email, phone } }) => [
      decryptContact(tx, row),
      { email, phone, test: row.test },
    ]),
  );
  const stays = (index: number): boolean => suppressions[2 * index] === 'stays' && changed[index]?.wrong !== true;
  const declined = changed.filter((_, index) => stays(index));
  const free = changed.filter(
    ({ row, keepsStop }, index) =>
      row.spared_at !== null && keepsStop !== true && !stays(index) && suppressions[2 * index + 1] === undefined,
  );
  declineRows(tx.db, declined.map(idOf), tx.clock.now());
  unsuppressRows(tx.db, free.map(idOf));
}

const idOf = ({ row }: NewContact): string => row.id;

type UpdateContact = { readonly consultationId: string; readonly contact: CallContact };

/**
 * Applies a changed contact of the source: number, location and calling hours take effect immediately. Every verb
 * that changes the source calls this in the same transaction, with the source locked.
 */
export async function updateContact(tx: Tx, { consultationId, contact }: UpdateContact): Promise<void> {
  const row = await lockQueued(tx.db, consultationId);
  if (row === undefined || row.closed_at !== null) return;
  // A caller or a form cannot lift a STOP. The customer can, by START or by asking again, and so can a lead.
  const keepsStop = tx.actor.kind === 'poll' || (tx.actor.kind === 'staff' && tx.actor.role === 'caller');
  await writeContacts(tx, [{ row, contact, keepsStop }]);
}

type Vaulted = Pick<Ctx, 'vault'>;

/** The contacts of a consultation's customer, who is a test customer in a sandbox consultation. */
export function decryptContact(
  { vault }: Vaulted,
  { id, encrypted_phone: sealed, test }: Pick<QueueRow, 'id' | 'encrypted_phone' | 'test'>,
): SubjectContacts {
  const [phone = '', email = ''] = sealed === null ? [] : vault.decrypt(sealed, phoneAad(id)).split('\n');
  return { phone: phone || undefined, email: email || undefined, test };
}

export type ConsultationContacts = {
  readonly id: string;
  readonly number: string;
  readonly sourceId: string;
  readonly contacts: SubjectContacts;
  readonly isOpen: boolean;
  /** Whether its owner said no, or stopped contact. */
  readonly hasStopped: boolean;
  /** The customer's chosen language; undefined until they choose. */
  readonly language: Language | undefined;
  /** The channels on which they want no contact about this case. */
  readonly stoppedChannels: readonly Channel[];
};

/**
 * The contacts of consultations, by their own ids or by those of their source objects; unknown ones are left out. One
 * that cannot be decrypted is an error, unless the caller passes a function that reports it.
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

/** More consultations than one customer has. */
const consultationsMax = 200;

/** Those of these intakes whose customer proved both contacts; bound in app, since intakes come later. */
type ListProven = (tx: Tx, intakeIds: readonly string[]) => Promise<readonly string[]>;

/**
 * The contacts of live consultations that share one of these contacts. Includes those of institutions, which vouch for their customers,
 * and intakes whose customer proved both contacts, because anyone can submit another person's address with their own number.
 */
export async function listKnownContacts(
  tx: Tx,
  customers: readonly Contacts[],
  listProven: ListProven,
): Promise<Contacts[]> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  const rows = await listKnown(tx.db, {
    phones: customers.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: customers.flatMap(({ email }) => hashes(email && emailName(email))),
    limit: consultationsMax,
  });
  const intakeIds = rows.filter(({ source }) => source === 'agent_intake').map((row) => row.source_id);
  const proven = intakeIds.length === 0 ? [] : await listProven(tx, intakeIds);
  return rows
    .filter((row) => row.source !== 'agent_intake' || proven.includes(row.source_id))
    .map((row) => decryptContact(tx, row));
}

/**
 * Locks these consultations and every live one with these contacts, all in the order of their ids, for a verb that
 * changes some of them and then rechecks the others (0024).
 */
export async function lockWithContacts(tx: Tx, ids: readonly string[], customers: readonly Contacts[]): Promise<void> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  await lockLiveOrListed(tx.db, {
    ids,
    phones: customers.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: customers.flatMap(({ email }) => hashes(email && emailName(email))),
  });
}
