import type { Contacts } from './contacts.ts';

/**
 * Who stops: one contact that we wrote to; or a case, whose page was opened by a link that others may have too. Of a test
 * case messages stop the case as well, by its id or that of the intake: a list would be everybody's who tries the sandbox.
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

function toText(stop: Stop): string {
  if ('consultationId' in stop) return `case ${stop.consultationId}`;
  const { email, phone, test } = stop.contacts;
  // Whoever tries a sandbox sees such links, and may have typed somebody else's address there.
  const front = test === true ? 'test_' : '';
  if (phone !== undefined) return `${front}phone ${phone}`;
  if (email === undefined) throw new Error('a stop link needs a contact');
  return `${front}email ${email}`;
}

/** Undefined for a token that we did not make. */
export function findStop({ vault }: Vaulted, token: string): Stop | undefined {
  if (token.length > tokenMax || !/^[\w-]+$/.test(token)) return undefined;
  try {
    const [, test, kind, value = ''] =
      /^(test_)?([a-z]+) (.+)$/.exec(vault.decrypt(Buffer.from(token, 'base64url'), tokenAad, 'link')) ?? [];
    if (kind === 'case') return { consultationId: value };
    if ((kind !== 'phone' && kind !== 'email') || value === 'undefined') return undefined;
    const contacts = { email: undefined, phone: undefined, [kind]: value };
    return { contacts: test === undefined ? contacts : { ...contacts, test: true } };
  } catch {
    return undefined;
  }
}
