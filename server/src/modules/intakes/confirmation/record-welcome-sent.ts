import type { Tx } from '#context';
import { moveIntakes } from '../lifecycle/move-intakes.ts';

/** Records that the first welcome of these intakes was sent; a second one, or a later status, changes nothing. */
export async function recordWelcomeSent(tx: Tx, intakeIds: readonly string[]): Promise<void> {
  await moveIntakes(tx, intakeIds, 'welcome_accepted');
}
