/** Types of events in the order of the interface description; the service refuses others. */
export const eventTypes = [
  'referral.created',
  'referral.invited',
  'referral.activated',
  'referral.settled',
  'referral.closed',
  'referral.canceled',
  'referral.expired',
  'referral.declined',
  'referral.updated',
  'referral.review_updated',
  'plan.enrollment.created',
  'plan.enrollment.updated',
  'plan.enrollment.canceled',
  'plan.loss.reported',
  'plan.redemption.created',
  'plan.redemption.completed',
  'plan.statement.issued',
] as const;

export type EventType = (typeof eventTypes)[number];
