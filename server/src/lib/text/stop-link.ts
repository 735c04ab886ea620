import type { Contacts } from './contacts.ts';

/**
 * What is stopped: one contact that we wrote to; or a case, whose page was opened by a link that others may have too. A
 * test's messages stop their case as well, by its id or that of its source. Before there is a case, an institution's
 * test invitation stops the contact on that institution's test list.
 */
export type Stop = { readonly contacts: Contacts } | { readonly consultationId: string };

/** The part of the context that this file needs: the vault and our address. */
type Vaulted = {
  readonly vault: {
    encrypt(plain: string, aad: string, use: 'link'): Buffer;
    decrypt(encrypted: Buffer, aad: string, use: 'link'): string;
  };
};
type Addressed = Vaulted & { readonly config: { readonly publicBaseUrl: string } };

/** Binds tokens to their use, because they are not in a row. */
const tokenAad = 'stop-link';

/** Longer than the token of the longest address. */
const tokenMax = 600;

/**
 * Where a recipient stops contact with one button. The token is the contact itself, encrypted, so that nothing is
 * stored and the link works as long as its key is in the ring.
 */
export function stopUrl({ vault, config }: Addressed, stop: Stop): string {
  return `${config.publicBaseUrl}/stop/${vault.encrypt(toText(stop), tokenAad, 'link').toString('base64url')}`;
}

/** The same address, which opens in the language of the page or message that contains it. */
export const stopUrlIn = (url: string, language: string | undefined): string =>
  language === undefined ? url : `${url}?lang=${language}`;

function toText(stop: Stop): string {
  if ('consultationId' in stop) return `case ${stop.consultationId}`;
  const { email, phone, test, testOf } = stop.contacts;
  // Sandbox users see such links, and may have typed another person's address there.
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
