import type { Tx } from '#context';
import { maskEmail } from '#lib/email';
import { maskPhone } from '#lib/phone';
import { listHashes } from './do-not-contact.ts';
import { contactHashes, storedHashes, type Contacts } from './find-person.ts';
import { listLinkedHashes } from './people-store.ts';
import type { Silence } from './schemas.ts';

/** The contacts of every live case in which one of these stands; bound in app/reactions.ts, since cases come later. */
export type KnownContacts = (tx: Tx, people: readonly Contacts[]) => Promise<readonly Contacts[]>;

/** More contacts than one person has. Beyond it a number or an address is shared by many, who asked for nothing. */
const contactsMax = 20;

type Contact = { readonly kind: 'email' | 'phone'; readonly value: string };

/** Staff note that somebody wants silence: every contact by which we know them is listed, and the answer says which. */
export async function sparePerson(tx: Tx, typed: Contacts, knownContacts: KnownContacts): Promise<Silence> {
  const given = contactsIn([typed]);
  const found = await findContacts(tx, given, knownContacts);
  const listed = found.slice(0, contactsMax).toSorted(inOrder);
  const people = listed.map(toContacts);
  const known = people.flatMap((one) => contactHashes(tx, one));
  const stored = people.flatMap((one) => storedHashes(tx, one));
  const unnamed = await listUnnamed(tx, known);
  listHashes(tx, { stored: [...stored, ...unnamed], known: [...known, ...unnamed], source: 'staff' });
  return {
    ok: true,
    listed: listed.map((contact) => {
      const own = isAmong(given, contact);
      return { kind: contact.kind, contact: own ? contact.value : mask(contact), typed: own };
    }),
    unnamed: unnamed.length,
    complete: found.length <= contactsMax,
  };
}

/** From contact to case to contact, until there is nobody new. */
async function findContacts(tx: Tx, given: readonly Contact[], knownContacts: KnownContacts): Promise<Contact[]> {
  const found = [...given];
  for (let fresh = given; fresh.length > 0 && found.length <= contactsMax;) {
    const next = contactsIn(await knownContacts(tx, fresh.map(toContacts)));
    fresh = next.filter((contact, index) => !isAmong(found, contact) && !isAmong(next.slice(0, index), contact));
    found.push(...fresh);
  }
  return found;
}

/** Those that only the person's discount knows, by their fingerprints alone. */
async function listUnnamed(tx: Tx, known: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await listLinkedHashes(tx.db, [...known], contactsMax);
  return rows.map(({ contact_hash: hash }) => hash).filter((hash) => !known.some((one) => one.equals(hash)));
}

const contactsIn = (people: readonly Contacts[]): Contact[] =>
  people.flatMap(({ email, phone }) => [
    ...(email === undefined ? [] : [{ kind: 'email' as const, value: email }]),
    ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone }]),
  ]);

const toContacts = ({ kind, value }: Contact): Contacts => ({ email: undefined, phone: undefined, [kind]: value });

const isAmong = (contacts: readonly Contact[], { kind, value }: Contact): boolean =>
  contacts.some((one) => one.kind === kind && one.value === value);

const inOrder = (a: Contact, b: Contact): number => a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value);

const mask = ({ kind, value }: Contact): string => (kind === 'email' ? maskEmail(value) : maskPhone(value));
