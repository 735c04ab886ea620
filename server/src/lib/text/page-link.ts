import { type Contacts, contactVersion, hasContactVersion } from './contacts.ts';

/** A link to a customer's page, and the contact that it was sent to. */
export type PageLink = {
  readonly consultationId: string;
  readonly issuedAt: Date;
  /** Whether one of these contacts is the one that the link was sent to. */
  isFor(contacts: Contacts): boolean;
};

/** The part of the context that this file needs: the vault and our address. */
type Vaulted = {
  readonly vault: {
    encrypt(plain: string, aad: string, use: 'link'): Buffer;
    decrypt(encrypted: Buffer, aad: string, use: 'link'): string;
    fingerprint(text: string): Buffer;
    fingerprints(text: string): Buffer[];
  };
};
type Addressed = Vaulted & {
  readonly config: { readonly publicBaseUrl: string };
  readonly clock: { now(): Date };
};

/** `contacts` is the one that the link is sent to. */
type PageOf = { readonly consultationId: string; readonly contacts: Contacts };

/** Binds tokens to their use, because they are not in a row. */
const tokenAad = 'page-link';
/** Longer than any that we make. */
const tokenMax = 200;
/** Digits of the contact's fingerprint: enough to tell the contacts of one case apart, few enough for a text message. */
const versionDigits = 12;

/**
 * The customer's page. The token holds the case and the contact it is sent to, encrypted: nothing is stored, and
 * read-only pages can make one. It ends when its contact is no longer on the case, and when a newer link is requested.
 * For messages to that contact and for pages opened through such a link; never for an agent's receipt.
 */
export function pageUrl(ctx: Addressed, { consultationId, contacts }: PageOf): string {
  const version = contactVersion(ctx, contacts)?.slice(0, versionDigits);
  if (version === undefined) throw new Error('a page link is sent to a contact');
  const seconds = Math.floor(ctx.clock.now().getTime() / 1000).toString(36);
  const token = ctx.vault.encrypt(`${consultationId} ${seconds} ${version}`, tokenAad, 'link').toString('base64url');
  return `${ctx.config.publicBaseUrl}/case/${token}`;
}

/** Undefined for a token that we did not make. */
export function findPageLink(keys: Vaulted, token: string): PageLink | undefined {
  if (token.length > tokenMax) return undefined;
  const encrypted = Buffer.from(token, 'base64url');
  // Other spellings of the same bytes would each have their own rate limit, and be another address of the same page.
  if (encrypted.toString('base64url') !== token) return undefined;
  try {
    const plain = keys.vault.decrypt(encrypted, tokenAad, 'link');
    const [, consultationId, seconds, version] = /^(\S+) ([0-9a-z]+) ([0-9a-f]+)$/.exec(plain) ?? [];
    if (consultationId === undefined || seconds === undefined || version === undefined) return undefined;
    return {
      consultationId,
      issuedAt: new Date(Number.parseInt(seconds, 36) * 1000),
      isFor: (contacts) => hasContactVersion(keys, contacts, version),
    };
  } catch {
    return undefined;
  }
}

/** The same address with a return link to the customer's page; for pages and emails that only they have. */
export const leadingBack = (url: string, page: string): string =>
  `${url}?page=${page.slice(page.lastIndexOf('/') + 1)}`;

type OwnPage = { readonly pageToken: string | undefined; readonly consultationId: string };

/**
 * The return link to the customer's page, from pages whose links others may have too: only for an address with a token
 * of that page, whose holder already has it.
 */
export function findOwnPage(ctx: Addressed, { pageToken, consultationId }: OwnPage): string | undefined {
  if (pageToken === undefined || findPageLink(ctx, pageToken)?.consultationId !== consultationId) return undefined;
  return `${ctx.config.publicBaseUrl}/case/${pageToken}`;
}
