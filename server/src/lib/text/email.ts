import { domainToASCII } from 'node:url';

/** The HTML5 rule with at least one dot in the domain, ASCII only (D-018). The length is bounded before it runs. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** Addresses are compared, and stored, in lowercase. */
export const normalizeEmail = (text: string): string => text.toLowerCase();

/** Enough to tell one customer's addresses apart, for readers who may not see them. */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;

/** Providers where several domains share one mailbox, by their own help pages: Gmail, iCloud, Proton. */
const domainAliases: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/** Characters that a provider ignores before the @. */
const ignoredCharacters: Readonly<Record<string, RegExp>> = { 'gmail.com': /\./g, 'proton.me': /[._-]/g };

/** Yahoo names have no hyphen; a hyphen begins the keyword of a disposable address. */
const yahoo = /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/;

/** Fastmail delivers anything@name.fastmail.com to name@fastmail.com. */
const fastmail = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox that an address probably belongs to, for counting only: never for delivery or identification. Tags after
 * a plus are removed everywhere; where a domain treats the plus as part of the name, a few people share a count.
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const typed = email.slice(at + 1).toLowerCase();
  const ascii = domainToASCII(typed) || typed;
  const [, owner, host] = fastmail.exec(ascii) ?? [];
  if (owner !== undefined && host !== undefined) return `${owner}@${host}`;
  const domain = domainAliases[ascii] ?? ascii;
  const local = email.slice(0, at).toLowerCase();
  const untagged = local.replace(yahoo.test(domain) ? /[+-].*/ : /\+.*/, '');
  const name = untagged.replace(ignoredCharacters[domain] ?? /(?!)/g, '');
  return `${name || local}@${domain}`;
}
