import type { Tx } from '#context';
import { closeConsultations } from '#modules/consultations';
import { publishEvent } from '#modules/webhooks';
import { enrollmentEvent } from '../events.ts';
import { updateEnrollment, type Enrollment } from '../store.ts';
import { redemptionExtra } from './events.ts';
import { updateRedemption, type Redemption } from './store.ts';

type LockedLoss = { readonly redemption: Redemption; readonly enrollment: Enrollment };

/** What the end of a redemption makes of it and of its enrollment. */
export type Closing = (locked: LockedLoss & { readonly now: Date }) => LockedLoss & {
  readonly event: 'plan.redemption.completed' | 'plan.enrollment.updated';
};

/** Ends a locked, open redemption with its event; its case is closed with it, unless it was before. */
export function recordClosing(tx: Tx, locked: LockedLoss, closing: Closing): Redemption {
  const { redemption, enrollment, event } = closing({ ...locked, now: tx.clock.now() });
  updateRedemption(tx.db, redemption);
  updateEnrollment(tx.db, enrollment);
  closeConsultations(tx, [redemption.consultationId], redemption.status);
  const extra = event === 'plan.redemption.completed' ? redemptionExtra(redemption) : undefined;
  publishEvent(tx, enrollmentEvent(enrollment, event, extra));
  return redemption;
}
