import type { Config } from '#platform/config';

/** The token in this URL is the owner's credential: never logged, never stored unencrypted. */
export const appraisalUrl = (config: Pick<Config, 'publicBaseUrl'>, token: string): string =>
  `${config.publicBaseUrl}/appraisal/${token}`;
