import type { Config } from '#platform/config';

export const programNames = ['intake_program_open', 'registration_open'] as const;

export const featureNames = [
  'referral_sandbox',
  'partner_security_platform',
  'signed_credentials',
  'review_records',
] as const;

export type ProgramName = (typeof programNames)[number];
export type FeatureName = (typeof featureNames)[number];
export type SwitchName = ProgramName | FeatureName;

/** Programs are open by default, features as the settings say (decisions 68 and 93). */
export const openByDefault = (config: Config, name: SwitchName): boolean =>
  (programNames as readonly string[]).includes(name) || config.features.has(name);
