import type { Config } from '#platform/config';
import { linkWorks } from '../rules.ts';
import type { Intake } from '../store.ts';

/**
 * The customer's own page. The token in it is the customer's credential: never logged, stored only hashed and
 * encrypted.
 */
export const confirmUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/c/${token}`;

export const linkAad = (intakeId: string): string => `intakes.intakes/${intakeId}`;

export type LinkState = 'unknown' | 'asking' | 'confirmed' | 'declined' | 'expired';

export function decideLinkState(intake: Intake | undefined): LinkState {
  if (intake === undefined) return 'unknown';
  if (linkWorks(intake.status)) return 'asking';
  if (intake.status === 'expired' || intake.status === 'declined') return intake.status;
  return 'confirmed';
}
