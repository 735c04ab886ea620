import { partnerProblem } from '#modules/credentials';
import { AppError, notFound } from '#platform/errors';
import { thresholdPercent } from './rules.ts';

export const enrollmentNotFound = () => notFound('No enrollment of yours fits.');

export const redemptionNotFound = () => notFound('No redemption has this id.');

export const statementNotFound = () => notFound('This institution has no statement with this id.');

export const invalidState = (status: string) =>
  partnerProblem('invalid_state', `It is ${status}; this cannot be done any more, or not yet.`, {
    details: { current_status: status },
  });

export const enrollmentExists = (enrollmentId: string) =>
  partnerProblem('enrollment_exists', 'There is an enrollment for this VIN that is not canceled.', {
    details: { enrollment_id: enrollmentId },
  });

export const lossNoticeExists = (lossNoticeId: string) =>
  partnerProblem('loss_notice_exists', 'The loss of this vehicle is reported already.', {
    details: { loss_notice_id: lossNoticeId },
  });

export const rosterCancelThreshold = (wouldCancel: number, activeCount: number) =>
  partnerProblem(
    'roster_cancel_threshold',
    'The roster would cancel more enrollments than may go unasked. If that is meant, send it again with confirm_cancel_count equal to would_cancel.',
    {
      details: { would_cancel: wouldCancel, active_count: activeCount, threshold_percent: thresholdPercent },
    },
  );

/** Two concurrent rosters of one institution would each cancel what the other enrolls. */
export const syncRunning = () =>
  partnerProblem('invalid_state', 'Another roster of yours is being reconciled.', {
    details: { current_status: 'roster_sync_running' },
    retryAfterS: 10,
  });

/** Thrown when another enrollment took the VIN at the same moment; the catcher looks up which one. */
export class VinTaken extends Error {
  readonly vin: string;

  constructor(vin: string) {
    super('another enrollment has this VIN');
    this.vin = vin;
  }
}

export const noBillingContact = () =>
  new AppError('no_billing_contact', 'The institution has no billing contact. Add one first.', { status: 409 });
