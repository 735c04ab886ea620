/** Normalized contacts of one customer. */
export type Contacts = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** A sandbox customer is never the same as a live one, whatever the contacts. */
  readonly test?: boolean;
  /** For a test customer: the institution that runs the test, on whose do-not-contact list they may be. Others are on no list. */
  readonly testOf?: string;
};

/** The part of the vault that this file needs: fingerprints. */
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

/** The names on the do-not-contact list. One institution's test entries never affect another. */
export function listNames(contacts: Contacts): string[] {
  const { test = false, testOf } = contacts;
  if (!test) return contactNames(contacts);
  return testOf === undefined ? [] : contactNames(contacts).map((name) => `${testOf}/${name}`);
}

/** The name under which the call queue fingerprints a number and an address. */
export const queuePhoneName = (phone: string): string => `queue/phone/${phone}`;
export const queueEmailName = (email: string): string => `queue/email/${email}`;

export const queueNames = ({ email, phone }: Contacts): string[] => [
  ...(email === undefined ? [] : [queueEmailName(email)]),
  ...(phone === undefined ? [] : [queuePhoneName(phone)]),
];

/** Fingerprints under all keys of the ring, for lookups; the first is the one to store. */
export const contactHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  contactNames(contacts).flatMap((name) => vault.fingerprints(name));

/** Identifies the contact that a message was written to: a fingerprint. */
export const contactVersion = (keys: Fingerprints, contacts: Contacts): string | undefined =>
  storedHashes(keys, contacts)[0]?.toString('hex');

/** Whether one of these contacts is still the one that a message was written to, by its version or the version's prefix. */
export const hasContactVersion = (keys: Fingerprints, contacts: Contacts, version: string): boolean =>
  contactHashes(keys, contacts).some((hash) => hash.toString('hex').startsWith(version));

/** One fingerprint to store for each given contact. */
export const storedHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  contactNames(contacts).map((name) => vault.fingerprint(name));

/** The fingerprints for the do-not-contact list: all, and the one to store. */
export const listHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  listNames(contacts).flatMap((name) => vault.fingerprints(name));

export const storedListHashes = ({ vault }: Fingerprints, contacts: Contacts): Buffer[] =>
  listNames(contacts).map((name) => vault.fingerprint(name));
