import type { Contacts } from './contacts.ts';

/** Who stops: one contact that we wrote to; or a case, whose page was opened by a link that others may have too. */
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
  const { email, phone } = stop.contacts;
  if (phone !== undefined) return `phone ${phone}`;
  if (email === undefined) throw new Error('a stop link needs a contact');
  return `email ${email}`;
}

/** Undefined for a token that we did not make. */
export function findStop({ vault }: Vaulted, token: string): Stop | undefined {
  if (token.length > tokenMax || !/^[\w-]+$/.test(token)) return undefined;
  try {
    const [, kind, value = ''] =
      /^(\w+) (.+)$/.exec(vault.decrypt(Buffer.from(token, 'base64url'), tokenAad, 'link')) ?? [];
    if (kind === 'case') return { consultationId: value };
    if ((kind !== 'phone' && kind !== 'email') || value === 'undefined') return undefined;
    return { contacts: { email: undefined, phone: undefined, [kind]: value } };
  } catch {
    return undefined;
  }
}
