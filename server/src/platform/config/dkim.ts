import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EnvReader } from './reader.ts';
import { Secret } from './secret.ts';

/** What mails are signed with (RFC 6376). */
export type DkimConfig = {
  readonly domain: string;
  readonly selector: string;
  /** An RSA key as PEM. */
  readonly privateKey: Secret;
};

/** RFC 8301: shorter keys are not to be trusted. */
const bitsMin = 2048;

export function readDkim(read: EnvReader): DkimConfig | undefined {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const;
  const [domain, selector, key] = names.map((name) => read.optional(name));
  if (domain === undefined && selector === undefined && key === undefined) return undefined;
  if (domain === undefined || selector === undefined || key === undefined) {
    read.problems.push(`${names.join(', ')} must be set together`);
    return undefined;
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)) read.problems.push('DKIM_DOMAIN must be a domain');
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(selector)) read.problems.push('DKIM_SELECTOR must be a name in DNS');
  const privateKey = readKey(key);
  if (privateKey === undefined)
    read.problems.push(`DKIM_PRIVATE_KEY must be an RSA key of ${bitsMin} bits or more, as PEM or as a file of it`);
  return { domain, selector, privateKey: new Secret(privateKey ?? '') };
}

/** Line breaks may be written as \n, since many places that hold settings have one line for each. */
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
