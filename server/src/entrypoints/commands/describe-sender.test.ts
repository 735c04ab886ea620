import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { describeSender, type ResolveText } from './describe-sender.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkim = {
  domain: 'makewhole.example',
  selector: 'one',
  privateKey: new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
};
const mailFrom = 'Makewhole <hello@makewhole.example>';
const own = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** DNS with these records and no others. */
const dnsOf =
  (records: Readonly<Record<string, string>>): ResolveText =>
  async (name) => {
    const record = records[name];
    if (record === undefined) throw Object.assign(new Error('synthetic'), { code: 'ENOTFOUND' });
    // Long records come in parts.
    return [[record.slice(0, 50), record.slice(50)]];
  };

const complete = {
  'makewhole.example': 'v=spf1 include:mail.example -all',
  'one._domainkey.makewhole.example': `v=DKIM1; k=rsa; p=${own}`,
  '_dmarc.makewhole.example': 'v=DMARC1; p=reject',
};

describe('the description of the sender', () => {
  it('all DNS records of the sender are found', async () => {
    const said = await describeSender({ mailFrom, dkim }, dnsOf(complete));
    expect(said).toBe('SPF: found; DKIM: found, and it matches DKIM_PRIVATE_KEY; DMARC: found');
  });

  it('a missing record is described with its name and the public key', async () => {
    const said = await describeSender({ mailFrom, dkim }, dnsOf({}));
    expect(said).toContain('SPF: missing; add a TXT record at makewhole.example');
    expect(said).toContain(`one._domainkey.makewhole.example: v=DKIM1; k=rsa; p=${own}`);
    expect(said).toContain('DMARC: missing; add a TXT record at _dmarc.makewhole.example');
    expect(await describeSender({ mailFrom, dkim: undefined }, dnsOf(complete))).toContain('emails are unsigned');
  });

  it('a DKIM key that is not ours is named', async () => {
    const other = { ...complete, 'one._domainkey.makewhole.example': 'v=DKIM1; p=AAAA' };
    expect(await describeSender({ mailFrom, dkim }, dnsOf(other))).toContain('does not match DKIM_PRIVATE_KEY');
  });

  it('without a network the records are reported as unknown', async () => {
    const offline: ResolveText = async () => {
      throw Object.assign(new Error('synthetic'), { code: 'ECONNREFUSED' });
    };
    const said = await describeSender({ mailFrom, dkim }, offline);
    expect(said).toBe('SPF: lookup failed; DKIM: lookup failed; DMARC: lookup failed');
    expect(await describeSender({ mailFrom: 'hello@localhost', dkim }, offline)).toContain('not looked up');
  });
});
