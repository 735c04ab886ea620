import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Config } from '#platform/config';

export type Agreement = {
  readonly version: string;
  /** Lower-case hex SHA-256 of the text's UTF-8 bytes: anyone can check it (decision 53). */
  readonly hash: string;
  readonly markdown: string;
};

const folder = new URL('./agreements/', import.meta.url);

const agreements: ReadonlyMap<string, Agreement> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const markdown = readFileSync(new URL(file, folder), 'utf8');
      const version = file.slice(0, -'.md'.length);
      return [version, { version, hash: createHash('sha256').update(markdown).digest('hex'), markdown }];
    }),
);

/** Every version ever in force stays readable. */
export const findAgreement = (version: string): Agreement | undefined => agreements.get(version);

export function currentAgreement(config: Config): Agreement {
  const agreement = findAgreement(config.agreementVersion);
  assert(agreement !== undefined, 'AGREEMENT_VERSION names an agreement that does not exist');
  return agreement;
}

export const agreementUrl = (config: Config, version: string): string =>
  `${config.publicBaseUrl}/developers/agent-agreement/${version}`;
