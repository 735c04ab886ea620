import type { Tx } from '#context';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { recordConsent } from '#modules/consent';
import { listLinkedHashes } from '../customer-store.ts';
import type { Suppressed } from '../schemas.ts';
import { contactHashes, storedHashes, type Contacts } from '#lib/text/contacts';
import { suppressHashes } from './suppress-hashes.ts';

/**
 * The contacts of every live consultation with one of these; bound in app/bindings.ts, since consultations come later.
 */
type KnownContacts = (tx: Tx, customers: readonly Contacts[]) => Promise<readonly Contacts[]>;

/**
 * Takes the open consultations of these contacts out of the queue by the list as it is changed; bound like the above.
 */
type RecheckSuppression = (
  tx: Tx,
  customers: readonly Contacts[],
  changeList: (cases: readonly Case[]) => void,
) => Promise<unknown>;

type Case = { readonly id: string; readonly sourceId: string };

export type SuppressedConsultations = { readonly listKnown: KnownContacts; readonly recheck: RecheckSuppression };

/** More contacts than one customer has. Beyond it the contact is shared by many people, who asked for nothing. */
const contactsMax = 20;

type Contact = { readonly kind: 'email' | 'phone'; readonly value: string };

/**
 * Staff record that a customer must not be contacted: every contact we know of them is listed, and the answer names
 * them.
 */
export async function suppressCustomer(
  tx: Tx,
  typed: Contacts,
  { listKnown, recheck }: SuppressedConsultations,
): Promise<Suppressed> {
  const given = contactsIn([typed]);
  const contacts = await findContacts(tx, given, listKnown);
  const listed = contacts.slice(0, contactsMax).toSorted(inOrder);
  const customers = listed.map(toContacts);
  const known = customers.flatMap((one) => contactHashes(tx, one));
  const stored = customers.flatMap((one) => storedHashes(tx, one));
  const unnamed = await listUnnamed(tx, known);
  await recheck(tx, customers, (cases) =>
    suppressHashes(tx, {
      stored: [...stored, ...unnamed],
      known: [...known, ...unnamed],
      source: 'staff',
      subjectIds: cases.flatMap(({ id, sourceId }) => [id, sourceId]),
    }),
  );
  for (const contacts of customers) {
    recordConsent(tx, { kind: 'stopped', contacts, details: { source: 'staff', channel: 'staff' } });
  }
  return {
    ok: true,
    listed: listed.map((contact) => {
      const own = isAmong(given, contact);
      return { kind: contact.kind, contact: own ? contact.value : mask(contact), typed: own };
    }),
    unnamed: unnamed.length,
    complete: contacts.length <= contactsMax,
  };
}

/** From contact to consultation to contact, until nothing new is found. */
async function findContacts(tx: Tx, given: readonly Contact[], knownContacts: KnownContacts): Promise<Contact[]> {
  const contacts = [...given];
  for (let fresh = given; fresh.length > 0 && contacts.length <= contactsMax;) {
    const next = contactsIn(await knownContacts(tx, fresh.map(toContacts)));
    fresh = next.filter((contact, index) => !isAmong(contacts, contact) && !isAmong(next.slice(0, index), contact));
    contacts.push(...fresh);
  }
  return contacts;
}

/** Contacts that only the customer's discount has, as fingerprints. */
async function listUnnamed(tx: Tx, known: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await listLinkedHashes(tx.db, [...known], contactsMax);
  return rows.map(({ contact_hash: hash }) => hash).filter((hash) => !known.some((one) => one.equals(hash)));
}

const contactsIn = (customers: readonly Contacts[]): Contact[] =>
  customers.flatMap(({ email, phone }) => [
    ...(email === undefined ? [] : [{ kind: 'email' as const, value: email }]),
    ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone }]),
  ]);

const toContacts = ({ kind, value }: Contact): Contacts => ({ email: undefined, phone: undefined, [kind]: value });

const isAmong = (contacts: readonly Contact[], { kind, value }: Contact): boolean =>
  contacts.some((one) => one.kind === kind && one.value === value);

const inOrder = (a: Contact, b: Contact): number => a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value);

const mask = ({ kind, value }: Contact): string => (kind === 'email' ? maskEmail(value) : maskPhone(value));
