import assert from 'node:assert/strict';
import type { Config } from '#platform/config';
import type { Agreement } from './agreement-data.ts';
import { findAgreement } from './find-agreement.ts';

export function getCurrentAgreement(config: Config): Agreement {
  const agreement = findAgreement(config.agreementVersion);
  assert(agreement !== undefined, 'AGREEMENT_VERSION names an agreement that does not exist');
  return agreement;
}
