import { addSeconds } from '#lib/time/dates';
import type { Issue } from '#platform/errors';
import type { Attestation } from './schemas.ts';

/** Clocks differ; a confirmation slightly ahead of ours is not in the future. */
const aheadS = 300;

/** A confirmation must lie in the past. */
export const confirmationIssues = ({ confirmed_at: confirmedAt }: Attestation, now: Date): Issue[] =>
  confirmedAt === undefined || new Date(confirmedAt) <= addSeconds(now, aheadS)
    ? []
    : [{ path: 'confirmed_at', message: 'must not be in the future' }];
