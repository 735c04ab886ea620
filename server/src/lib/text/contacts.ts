/** Normalized contacts of one customer. */
export type Contacts = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** A sandbox customer is never the same as a live one, whatever the contacts. */
  readonly test?: boolean;
  /** Of a test customer: the institution that tries, whose do-not-contact list they may be on. Others are on none. */
  readonly testOf?: string;
};

/** What makes fingerprints: the vault, of which this file needs no more. */
type Fingerprints = {
  readonly vault: { fingerprint(text: string): Buffer; fingerprints(text: string): Buffer[] };
};

export function contactNames({ email, phone, test = false }: Contacts): string[] {
  const names = [];
  const whose = test ? 'sandbox/person' : 'person';
  if (email !== undefined) names.push(`${whose}/email/${email}`);
  if (phone !== undefined) names.push(`${whose}/phone/${phone}`);
  return names;
}

/** How the do-not-contact list has them. What one institution tries is nothing that another could meet. */
export function listNames(contacts: Contacts): string[] {
  const { test = false, testOf } = contacts;
  if (!test) return contactNames(contacts);
  return testOf === undefined ? [] : contactNames(contacts).map((name) => `${testOf}/${name}`);
}

/** How the call queue fingerprints a number and an address. */
export const queuePhoneName = (phone: string): string => `queue/phone/${phone}`;
export const queueEmailName = (email: string): string => `queue/email/${email}`;

export const queueNames = ({ email, phone }: Contacts): string[] => [
  ...(email === undefined ? [] : [queueEmailName(email)]),
  ...(phone === undefined ? [] : [queuePhoneName(phone)]),
];

/** Fingerprints under every key of the ring, for look-ups; the first is the one to store. */
export const contactHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  contactNames(contacts).flatMap((name) => vault.fingerprints(name));

/** How a message refers to the contact that it was written to: the fingerprint of one. */
export const contactVersion = (keys: Fingerprints, contacts: Contacts): string | undefined =>
  storedHashes(keys, contacts)[0]?.toString('hex');

/** Whether one of these contacts is still the one that a message was written to, by its version or the start of it. */
export const hasContactVersion = (keys: Fingerprints, contacts: Contacts, version: string): boolean =>
  contactHashes(keys, contacts).some((hash) => hash.toString('hex').startsWith(version));

/** One stored fingerprint for each contact given. */
export const storedHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  contactNames(contacts).map((name) => vault.fingerprint(name));

/** The same two for the do-not-contact list. */
export const listHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  listNames(contacts).flatMap((name) => vault.fingerprints(name));

export const storedListHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  listNames(contacts).map((name) => vault.fingerprint(name));
