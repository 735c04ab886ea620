import { createPublicKey } from 'node:crypto';
import { mailDomain, type Config } from '#platform/config';

/** Queries DNS for the text records of a name; fails with the codes of node:dns. */
export type ResolveText = (name: string) => Promise<string[][]>;

type Sending = Pick<Config, 'mailFrom' | 'dkim'>;

/**
 * Checks the DNS records that mailboxes look up for our email: who may send for the domain (SPF), the signature's key (DKIM), and what to
 * do with email that has neither (DMARC). Explains, and is never a fault, because without a network the records are unknown.
 */
export async function describeSender({ mailFrom, dkim }: Sending, resolve: ResolveText): Promise<string> {
  const domain = mailDomain(mailFrom) ?? '';
  if (!domain.includes('.')) return 'MAIL_FROM has no public domain, so its DNS records are not looked up';
  const look = async (name: string): Promise<readonly string[] | undefined> => {
    try {
      return (await resolve(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as { code?: string };
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
    }
  };
  const [spf, key, dmarc] = await Promise.all([
    look(domain),
    dkim === undefined ? [] : look(`${dkim.selector}._domainkey.${dkim.domain}`),
    look(`_dmarc.${domain}`),
  ]);
  return [
    describeRecord('SPF', spf, { begins: 'v=spf1', at: domain }),
    describeKey(dkim, key),
    describeRecord('DMARC', dmarc, { begins: 'v=DMARC1', at: `_dmarc.${domain}` }),
  ].join('; ');
}

type Expected = { readonly begins: string; readonly at: string };

function describeRecord(name: string, records: readonly string[] | undefined, { begins, at }: Expected): string {
  if (records === undefined) return `${name}: lookup failed`;
  const found = records.filter((record) => record.toLowerCase().startsWith(begins.toLowerCase()));
  if (found.length === 1) return `${name}: found`;
  return found.length === 0
    ? `${name}: missing; add a TXT record at ${at}`
    : `${name}: two records at ${at}; only one is allowed`;
}

function describeKey(dkim: Config['dkim'], records: readonly string[] | undefined): string {
  if (dkim === undefined) return 'DKIM: emails are unsigned; set DKIM_SELECTOR and DKIM_PRIVATE_KEY';
  if (records === undefined) return 'DKIM: lookup failed';
  const published = records.map((record) => /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, ''));
  const own = createPublicKey(dkim.privateKey.reveal()).export({ type: 'spki', format: 'der' }).toString('base64');
  if (published.includes(own)) return 'DKIM: found, and it matches DKIM_PRIVATE_KEY';
  const at = `${dkim.selector}._domainkey.${dkim.domain}`;
  return published.length === 0
    ? `DKIM: missing; add a TXT record at ${at}: v=DKIM1; k=rsa; p=${own}`
    : `DKIM: the key at ${at} does not match DKIM_PRIVATE_KEY`;
}
