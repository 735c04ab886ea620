import type { Config } from '#platform/config';
import type { Issue } from '#platform/errors';
import { createValidator, toIssues } from '#platform/validation';
import { submissionIssues } from '../rules.ts';
import { newReferralSchema, type NewReferral } from '../schemas.ts';

const validate = createValidator().compile<NewReferral>(newReferralSchema);

/** What keeps this from being a referral, wherever it comes from; of a referral, nothing. */
export const listReferralIssues = (config: Pick<Config, 'servedStates'>, row: unknown): readonly Issue[] => [
  ...(validate(row) ? [] : toIssues(validate.errors ?? [])),
  ...submissionIssues(config, row),
];
