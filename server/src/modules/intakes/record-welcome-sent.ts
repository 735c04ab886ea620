import type { Tx } from '#context';
import { emit } from '#modules/events';
import { intakeEvent } from './events.ts';
import { updateStatus } from './store.ts';

/** The first welcome message of these intakes has left; a second one, or a later status, changes nothing. */
export async function recordWelcomeSent(tx: Tx, intakeIds: readonly string[]): Promise<void> {
  const moved = await updateStatus(tx.db, {
    ids: intakeIds,
    from: ['received'],
    to: 'welcome_sent',
    now: tx.clock.now(),
  });
  emit(tx, ...moved.map((intake) => intakeEvent(intake, 'welcome_sent')));
}
