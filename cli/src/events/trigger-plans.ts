/** How to cause an institution's event in the sandbox: a synthetic object, and the steps that lead to the event. */
export type TriggerPlan = {
  readonly kind: 'referrals' | 'enrollments';
  readonly steps: readonly string[];
};

const referral = (...steps: readonly string[]): TriggerPlan => ({ kind: 'referrals', steps });
const enrollment = (...steps: readonly string[]): TriggerPlan => ({ kind: 'enrollments', steps });

/** Each begins with a new object: an invited referral, or an active enrollment. */
export const triggerPlans: Readonly<Record<string, TriggerPlan>> = {
  'referral.created': referral(),
  'referral.invited': referral(),
  'referral.updated': referral('edit'),
  'referral.activated': referral('accept'),
  'referral.declined': referral('decline'),
  'referral.canceled': referral('cancel'),
  'referral.expired': referral('expire'),
  'referral.review_updated': referral('start_review'),
  'referral.settled': referral('accept', 'settle'),
  'referral.closed': referral('accept', 'close'),
  'plan.enrollment.created': enrollment(),
  'plan.enrollment.updated': enrollment('edit'),
  'plan.enrollment.canceled': enrollment('cancel'),
  'plan.loss.reported': enrollment('report_loss'),
  'plan.redemption.created': enrollment('report_loss'),
  'plan.redemption.completed': enrollment('report_loss', 'settle', 'pass_settled_days'),
};

/** Issued monthly, not by any user action. */
export const notTriggered: Readonly<Record<string, string>> = {
  'plan.statement.issued':
    'Statements are issued at the beginning of each month for live enrollments and cannot be triggered here.',
};
