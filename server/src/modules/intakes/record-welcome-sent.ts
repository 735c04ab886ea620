import type { Tx } from '#context';
import { moveIntakes } from './move-intakes.ts';

/** The first welcome message of these intakes has left; a second one, or a later status, changes nothing. */
export async function recordWelcomeSent(tx: Tx, intakeIds: readonly string[]): Promise<void> {
  await moveIntakes(tx, intakeIds, 'welcome_accepted');
}
