import assert from 'node:assert/strict';
import type { Config } from '#platform/config';
import { agreements, type Agreement } from './agreement-data.ts';

const findAgreement = (version: string): Agreement | undefined => agreements.get(version);

export function getCurrentAgreement(config: Config): Agreement {
  const agreement = findAgreement(config.agreementVersion);
  assert(agreement !== undefined, 'agreementVersion names an agreement that does not exist');
  return agreement;
}
