import { requireStaff, type Actor } from '#actor';
import type { Ctx, Tx } from '#context';
import { contactHashes, listHashes, storedHashes, storedListHashes, type Contacts } from '#lib/text/contacts';
import { maskEmail } from '#lib/text/email';
import { maskPhone } from '#lib/text/phone';
import { recordConsent } from '#modules/ledger';
import {
  cancelMessages,
  deleteAllDoNotContact,
  deleteDiscounts,
  deleteDoNotContact,
  insertDoNotContact,
  listLinkedHashes,
  listSuppressedHashes,
} from '../customer-store.ts';
import { promiseName } from '../discounts/discount-rules.ts';
import type { Listed, Suppressed } from '../schemas.ts';

/** The channels through which customers stop contact themselves. */
type StopChannel = 'text' | 'page' | 'one_click' | 'email' | 'complaint';

type Listing = { readonly how: SuppressionSource | StopChannel; readonly subjectIds: readonly string[] };

/**
 * From now on these contacts are not messaged or called on any interface. Waiting messages to them are canceled, and so are those about
 * these subjects to other contacts. Subjects are cases that have the contacts now; the owner of a case with a removed wrong number
 * still gets its messages. `stop_reply` is for stops that customers make themselves and may lift. A test customer is listed only for
 * the institution that runs the test: no message waits for one, and the same contact elsewhere belongs to a real person.
 */
export function addDoNotContact(tx: Tx, contacts: Contacts, { how, subjectIds }: Listing): void {
  const source = how === 'staff' || how === 'call' ? how : 'stop_reply';
  const stored = storedListHashes(tx, contacts);
  if (contacts.test === true) return suppressHashes(tx, { stored, known: [], source, subjectIds: [] });
  suppressHashes(tx, { stored, known: contactHashes(tx, contacts), source, subjectIds });
  recordConsent(tx, { kind: 'stopped', contacts, details: { source, channel: how === 'stop_reply' ? 'text' : how } });
}

/** Whether a contact is on the list. The list holds fingerprints, so it is looked up by the contact as typed. */
export async function findListing(ctx: Ctx, contacts: Contacts): Promise<Listed> {
  requireStaff(ctx.actor);
  const rows = await listSuppressedHashes(ctx.db, contactHashes(ctx, contacts));
  // A stop told to staff takes precedence over any later written entry.
  const row = rows.find(({ source }) => source !== 'stop_reply') ?? rows[0];
  return {
    listed: row !== undefined,
    since: row?.created_at.toISOString() ?? null,
    source: (row?.source ?? null) as Listed['source'],
  };
}

type TestCustomers = { readonly consultationIds: readonly string[]; readonly contacts: readonly Contacts[] };

/**
 * Cleans up for tests that are deleted with all their data: the discounts promised to their cases, those granted to their contacts as
 * test customers, and their entries on the do-not-contact list of the institution that ran them. Another test with the same contact
 * loses nothing, since no discount of a test can be used. Live customers have other names.
 */
export async function forgetTestCustomers(tx: Tx, { consultationIds, contacts }: TestCustomers): Promise<void> {
  const customers = contacts.map((one) => ({ ...one, test: true }));
  deleteDiscounts(tx.db, [
    ...consultationIds.flatMap((id) => tx.vault.fingerprints(promiseName(id))),
    ...customers.flatMap((one) => contactHashes(tx, one)),
  ]);
  const listed = customers.flatMap((one) => listHashes(tx, one));
  if (listed.length > 0) await deleteAllDoNotContact(tx.db, listed);
}

const channels = { customer: 'text', staff: 'staff', call: 'call' } as const;

/**
 * Customers may lift their own STOP, and staff may find that a reply was not a stop. A stop told to staff stays until the same person
 * calls in to withdraw it (`call`), and a lead lifts it. The ledger gets an entry only when something was lifted.
 */
export async function liftStopReply(tx: Tx, contacts: Contacts, by: 'customer' | 'staff' | 'call'): Promise<void> {
  const hashes = listHashes(tx, contacts);
  const lifted = await (by === 'call' && isLead(tx.actor)
    ? deleteAllDoNotContact(tx.db, hashes)
    : deleteDoNotContact(tx.db, { hashes, source: 'stop_reply' }));
  if (lifted.length === 0) return;
  const staffId = tx.actor.kind === 'staff' ? { staff_id: tx.actor.staffId } : {};
  recordConsent(tx, {
    kind: 'stop_lifted',
    contacts,
    details: { source: by === 'call' ? 'customer' : by, channel: channels[by], ...staffId },
  });
}

const isLead = (actor: Actor): boolean => actor.kind === 'staff' && actor.role !== 'caller';

/**
 * Whether each of these customers must not be contacted, in the same order. Takes no lock: a later entry on the list
 * cancels queued messages, and the list is checked again before sending.
 */
export const listSuppressed = async (ctx: Ctx | Tx, customers: readonly Contacts[]): Promise<boolean[]> =>
  (await listSuppressions(ctx, customers)).map((suppression) => suppression !== undefined);

/** `stopped` by the customer's own STOP, which they may lift; `stays` if they told staff. */
type Suppression = 'stopped' | 'stays';

/** The kind of suppression of each customer; undefined for those not on the list. */
export async function listSuppressions(
  ctx: Ctx | Tx,
  customers: readonly Contacts[],
): Promise<(Suppression | undefined)[]> {
  const hashes = customers.map((contacts) => listHashes(ctx, contacts));
  const rows = await listSuppressedHashes(ctx.db, hashes.flat());
  const sources = new Map(rows.map(({ contact_hash: hash, source }) => [hash.toString('hex'), source]));
  return hashes.map((mine) => {
    const ownSources = mine.flatMap((hash) => sources.get(hash.toString('hex')) ?? []);
    if (ownSources.length === 0) return undefined;
    return ownSources.every((source) => source === 'stop_reply') ? 'stopped' : 'stays';
  });
}

/** The contacts of every live consultation with one of these; bound in app/callbacks.ts, since consultations come later. */
type KnownContacts = (tx: Tx, customers: readonly Contacts[]) => Promise<readonly Contacts[]>;

/** Takes the open consultations of these contacts out of the queue according to the changed list; bound in the same way. */
type RecheckSuppression = (
  tx: Tx,
  customers: readonly Contacts[],
  changeList: (cases: readonly Case[]) => void,
) => Promise<unknown>;

type Case = { readonly id: string; readonly sourceId: string };

export type SuppressedConsultations = { readonly listKnown: KnownContacts; readonly recheck: RecheckSuppression };

/** More contacts than one customer has. Beyond it the contact is shared by many people who did not ask for a stop. */
const contactsMax = 20;

type Contact = { readonly kind: 'email' | 'phone'; readonly value: string };

/** Staff record that a customer must not be contacted: all known contacts of the customer are listed, and the response names them. */
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

/** Contacts known only from the customer's discount, as fingerprints. */
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

type SuppressionSource = 'staff' | 'call' | 'stop_reply';

type SuppressedHashes = {
  /** One for each contact, to store. */
  readonly stored: Buffer[];
  /** The same contacts under every key, as messages may have them. */
  readonly known: Buffer[];
  readonly source: SuppressionSource;
  /** Cases that have one of the contacts now, and their source objects: no messages about them are sent to any contact. */
  readonly subjectIds: readonly string[];
};

function suppressHashes(tx: Tx, { stored, known, source, subjectIds }: SuppressedHashes): void {
  const now = tx.clock.now();
  insertDoNotContact(tx.db, { hashes: stored, source, now });
  cancelMessages(tx.db, { hashes: known, subjectIds, now });
}
