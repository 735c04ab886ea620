import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EnvReader } from './env-reader.ts';
import { Secret } from './secret.ts';

/** The domain of an address, with or without a display name. */
export const mailDomain = (from: string): string | undefined => /@([^\s@>]+)>?\s*$/.exec(from)?.[1];

/** The DKIM key and its selector (RFC 6376). */
export type DkimConfig = {
  readonly domain: string;
  readonly selector: string;
  /** An RSA key as PEM. */
  readonly privateKey: Secret;
};

/** RFC 8301 tells receivers not to trust shorter keys. */
const bitsMin = 2048;

/** The signature's domain is the sender's, because DMARC accepts no other. */
export function readDkim(read: EnvReader, mailFrom: string): DkimConfig | undefined {
  const names = ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const;
  const [selector, key] = names.map((name) => read.optional(name));
  if (selector === undefined && key === undefined) return undefined;
  if (selector === undefined || key === undefined) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return undefined;
  }
  const domain = mailDomain(mailFrom) ?? '';
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain))
    read.problems.push('MAIL_FROM must be an address at a domain of the internet where DKIM_SELECTOR is set');
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(selector)) read.problems.push('DKIM_SELECTOR must be a name in DNS');
  const privateKey = readKey(key);
  if (privateKey === undefined)
    read.problems.push(`DKIM_PRIVATE_KEY must be an RSA key of ${bitsMin} bits or more, as PEM or as a file of it`);
  return { domain, selector, privateKey: new Secret(privateKey ?? '') };
}

/** Line breaks may be written as \n, because many secret stores allow only one line per setting. */
function readKey(setting: string): string | undefined {
  try {
    const pem = setting.includes('-----BEGIN')
      ? setting.replaceAll(String.raw`\n`, '\n')
      : readFileSync(setting, 'utf8');
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    const isStrong = (asymmetricKeyDetails?.modulusLength ?? 0) >= bitsMin;
    return asymmetricKeyType === 'rsa' && isStrong ? pem : undefined;
  } catch {
    return undefined;
  }
}

/** How inbound email arrives. */
export type InboundMailConfig = {
  /** The domain of the addresses that receive replies and reports. */
  readonly domain: string;
  /** Where the mail server delivers to us; undefined when only a provider's webhook delivers. */
  readonly lmtp: { readonly host: string; readonly port: number } | { readonly path: string } | undefined;
  /** The secret that authenticates the provider's webhook; undefined when only LMTP is used. */
  readonly hookSecret: Secret | undefined;
};

/** Anyone who guessed the secret could write into cases. */
const secretMin = 32;

/** Needs a domain and at least one way in. Without them emails carry the team's address, and we receive no email. */
export function readInboundMail(read: EnvReader): InboundMailConfig | undefined {
  const domain = read.optional('INBOUND_MAIL_DOMAIN')?.toLowerCase();
  const listen = read.optional('INBOUND_MAIL_LMTP');
  const secret = read.optional('INBOUND_MAIL_SECRET');
  if (domain === undefined) {
    if (listen !== undefined || secret !== undefined)
      read.problems.push('INBOUND_MAIL_DOMAIN is required with INBOUND_MAIL_LMTP or INBOUND_MAIL_SECRET');
    return undefined;
  }
  if (!/^(?=.{4,190}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))
    read.problems.push('INBOUND_MAIL_DOMAIN must be a domain, such as in.example.com');
  if (listen === undefined && secret === undefined)
    read.problems.push('INBOUND_MAIL_LMTP or INBOUND_MAIL_SECRET is required with INBOUND_MAIL_DOMAIN');
  if (secret !== undefined && secret.length < secretMin)
    read.problems.push(`INBOUND_MAIL_SECRET must have at least ${secretMin} characters`);
  const lmtp = listen === undefined ? undefined : readAddress(listen);
  if (listen !== undefined && lmtp === undefined)
    read.problems.push('INBOUND_MAIL_LMTP must be host:port, such as 127.0.0.1:2424, or the path of a socket');
  return { domain, lmtp, hookSecret: secret === undefined ? undefined : new Secret(secret) };
}

function readAddress(text: string): InboundMailConfig['lmtp'] {
  if (text.startsWith('/')) return { path: text };
  const [, host, port] = /^([a-z0-9.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
