import type { Config } from '#platform/config';

export const programNames = ['intake_program_open', 'registration_open'] as const;

export const featureNames = [
  'referral_sandbox',
  'partner_security_platform',
  'signed_credentials',
  'review_records',
] as const;

type ProgramName = (typeof programNames)[number];
export type FeatureName = (typeof featureNames)[number];
export type FlagName = ProgramName | FeatureName;

/** Programs are enabled by default; features follow the configuration (D-068 and D-093). */
export const enabledByDefault = (config: Config, name: FlagName): boolean =>
  (programNames as readonly string[]).includes(name) || config.features.has(name);
