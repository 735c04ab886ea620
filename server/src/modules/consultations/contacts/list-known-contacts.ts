import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { listKnown } from './store.ts';
import { emailName, phoneName } from '../rules.ts';
import { decryptContact } from './decrypt-contact.ts';

/** More consultations than one customer has. */
const consultationsMax = 200;

/** Of these intakes those whose customer proved both contacts; bound in app, since intakes come later. */
type ListProven = (tx: Tx, intakeIds: readonly string[]) => Promise<readonly string[]>;

/**
 * The contacts of live consultations that have one of these contacts. Those of an institution, which knows its customer,
 * and of intakes those whose customer proved both: anybody can put a stranger's address beside their own number.
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
