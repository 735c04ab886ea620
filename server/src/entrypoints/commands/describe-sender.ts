import { createPublicKey } from 'node:crypto';
import { mailDomain, type Config } from '#platform/config';

/** Asks DNS for the text records of a name; fails with the codes of node:dns. */
export type ResolveText = (name: string) => Promise<string[][]>;

type Sending = Pick<Config, 'mailFrom' | 'dkim'>;

/**
 * What a mailbox looks up about our mails, and what is missing there: who may send for the domain (SPF), the key of the
 * signature (DKIM), and what to do with mail that has neither (DMARC). Explains, and is never a fault: without a network
 * nothing can be said.
 */
export async function describeSender({ mailFrom, dkim }: Sending, resolve: ResolveText): Promise<string> {
  const domain = mailDomain(mailFrom) ?? '';
  if (!domain.includes('.')) return 'MAIL_FROM is not at a domain of the internet, so its records are not looked up';
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
  if (records === undefined) return `${name}: could not look up`;
  const found = records.filter((record) => record.toLowerCase().startsWith(begins.toLowerCase()));
  if (found.length === 1) return `${name}: found`;
  return found.length === 0
    ? `${name}: missing, a text record at ${at}`
    : `${name}: two records at ${at}, one is allowed`;
}

function describeKey(dkim: Config['dkim'], records: readonly string[] | undefined): string {
  if (dkim === undefined) return 'DKIM: mails are not signed, set DKIM_SELECTOR and DKIM_PRIVATE_KEY';
  if (records === undefined) return 'DKIM: could not look up';
  const published = records.map((record) => /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, ''));
  const own = createPublicKey(dkim.privateKey.reveal()).export({ type: 'spki', format: 'der' }).toString('base64');
  if (published.includes(own)) return 'DKIM: found, and it is our key';
  const at = `${dkim.selector}._domainkey.${dkim.domain}`;
  return published.length === 0
    ? `DKIM: missing, a text record at ${at}: v=DKIM1; k=rsa; p=${own}`
    : `DKIM: the key at ${at} is another one than DKIM_PRIVATE_KEY`;
}
