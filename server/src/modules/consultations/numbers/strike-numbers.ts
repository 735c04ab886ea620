import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordConsent } from '#modules/consent';
import { listSuppressed, type NewMessage, queueMessage, withdrawMessages } from '#modules/customers';
import type { Language } from '#lib/languages/language';
import { decryptContact } from '../contacts/decrypt-contact.ts';
import { listContacts } from '../contacts/list-contacts.ts';
import { writeContacts } from '../contacts/write-contacts.ts';
import type { CallContact } from '../facts.ts';
import type { QueueRow } from '../store.ts';
import { composeNumberWanted } from './compose-number-wanted.ts';
import { linkVersion, numbersMax, numberUrl } from './rules.ts';
import { listNumbersGiven, lockForNumber, updateNumberLink, updateStruck } from './store.ts';

type Struck = {
  readonly consultationId: string;
  /** Whom to contact from now on. */
  readonly contact: CallContact;
  /** Whether anything but the number proved the customer. */
  readonly isProven: boolean;
};

/**
 * Takes a number that is somebody else's from the consultations of a customer: nobody calls or texts it about them, and
 * the customer is asked for another by mail, once for each address. Whatever was said there was not said by the
 * customer.
 */
export async function strikeNumbers(tx: Tx, struck: readonly Struck[]): Promise<void> {
  const contacts = new Map(struck.map(({ consultationId, contact }) => [consultationId, contact]));
  const rows = await lockForNumber(tx.db, [...contacts.keys()]);
  const changes = rows.flatMap((row) => {
    const contact = contacts.get(row.id);
    return contact === undefined ? [] : [{ row, contact, wrong: true }];
  });
  for (const { row } of changes) recordStruck(tx, row);
  updateStruck(tx.db, {
    ids: rows.map(({ id }) => id),
    provenIds: struck.filter(({ isProven }) => isProven).map(({ consultationId }) => consultationId),
    now: tx.clock.now(),
  });
  await writeContacts(tx, changes);
  withdrawMessages(
    tx,
    rows.flatMap(({ id, source_id: sourceId }) => [id, sourceId]),
    'text',
  );
  await askForNumbers(tx, changes);
}

function recordStruck(tx: Tx, row: QueueRow): void {
  const { phone, test } = decryptContact(tx, row);
  recordConsent(tx, {
    kind: 'number_struck',
    contacts: { email: undefined, phone, test },
    subjectId: row.source_id,
    details: { reason: 'wrong_number' },
  });
}

type Change = { readonly row: QueueRow; readonly contact: CallContact };

async function askForNumbers(tx: Tx, changes: readonly Change[]): Promise<void> {
  const addressed = changes.flatMap(({ row, contact: { phone, email } }) =>
    phone === undefined && email !== undefined ? [{ row, email }] : [],
  );
  if (addressed.length === 0) return;
  const [given, suppressed, cases] = await Promise.all([
    listNumbersGiven(
      tx.db,
      addressed.map(({ row }) => row.id),
    ),
    listSuppressed(
      tx,
      addressed.map(({ row: { test }, email }) => ({ email, phone: undefined, test })),
    ),
    listContacts(
      tx,
      addressed.map(({ row }) => row.id),
    ),
  ]);
  const wanted = addressed.filter(
    ({ row }, index) => suppressed[index] === false && (given.get(row.id) ?? 0) < numbersMax,
  );
  const firsts = [...Map.groupBy(wanted, (one) => one.email).values()].flatMap(([first]) => first ?? []);
  const languageOf = (id: string) => cases.find((one) => one.id === id)?.language ?? 'en';
  queueMessage(tx, ...firsts.map(({ row, email }) => askForNumber(tx, row, { email, language: languageOf(row.id) })));
}

type Asked = { readonly email: string; readonly language: Language };

function askForNumber(tx: Tx, { id, source_id: subjectId, test }: QueueRow, asked: Asked): NewMessage {
  const token = taggedToken(tx.config.cell, 32);
  const hash = tx.vault.fingerprint(token, 'token');
  updateNumberLink(tx.db, id, hash);
  const url = numberUrl(tx.config, token);
  return composeNumberWanted({ subjectId, version: linkVersion(hash), url, sandbox: test, ...asked });
}
