import type { Contacts } from './contacts.ts';

/**
 * Who stops: one contact that we wrote to; or a case, whose page was opened by a link that others may have too. Of a test
 * messages stop the case as well, by its id or that of what it came from. An institution's test invitation, before there is a
 * case, stops the contact on the list of that institution's tests.
 */
export type Stop = { readonly contacts: Contacts } | { readonly consultationId: string };

/** What makes and reads tokens: the vault and our address, of which this file needs no more. */
type Vaulted = {
  readonly vault: {
    encrypt(plain: string, aad: string, use: 'link'): Buffer;
    decrypt(encrypted: Buffer, aad: string, use: 'link'): string;
  };
};
type Addressed = Vaulted & { readonly config: { readonly publicBaseUrl: string } };

/** Binds tokens to their use, since they are in no row. */
const tokenAad = 'stop-link';

/** Longer than the longest address makes one. */
const tokenMax = 600;

/**
 * Where somebody stops contact with one button. The token is the contact itself, encrypted, so that nothing is stored
 * and the link works as long as its key is in the ring.
 */
export function stopUrl({ vault, config }: Addressed, stop: Stop): string {
  return `${config.publicBaseUrl}/stop/${vault.encrypt(toText(stop), tokenAad, 'link').toString('base64url')}`;
}

/** The same address, whose page is then in the language of the page or message that it stands in. */
export const stopUrlIn = (url: string, language: string | undefined): string =>
  language === undefined ? url : `${url}?lang=${language}`;

function toText(stop: Stop): string {
  if ('consultationId' in stop) return `case ${stop.consultationId}`;
  const { email, phone, test, testOf } = stop.contacts;
  // Whoever tries a sandbox sees such links, and may have typed somebody else's address there.
  const front = test !== true ? '' : testOf === undefined ? 'test_' : `test/${testOf} `;
  if (phone !== undefined) return `${front}phone ${phone}`;
  if (email === undefined) throw new Error('a stop link needs a contact');
  return `${front}email ${email}`;
}

/** Undefined for a token that we did not make. */
export function findStop({ vault }: Vaulted, token: string): Stop | undefined {
  if (token.length > tokenMax || !/^[\w-]+$/.test(token)) return undefined;
  try {
    const [, test, testOf, kind, value = ''] =
      /^(?:(test_)|test\/(\w+) )?([a-z]+) (.+)$/.exec(
        vault.decrypt(Buffer.from(token, 'base64url'), tokenAad, 'link'),
      ) ?? [];
    if (kind === 'case') return { consultationId: value };
    if ((kind !== 'phone' && kind !== 'email') || value === 'undefined') return undefined;
    const contacts = { email: undefined, phone: undefined, [kind]: value };
    if (testOf !== undefined) return { contacts: { ...contacts, test: true, testOf } };
    return { contacts: test === undefined ? contacts : { ...contacts, test: true } };
  } catch {
    return undefined;
  }
}
