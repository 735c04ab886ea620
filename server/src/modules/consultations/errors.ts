import { AppError, notFound, validationFailed } from '#platform/errors';

export const consultationNotFound = () => notFound('No consultation has this id.');

/** Another staff member has the lease on it, or on another consultation with the same number. */
export const consultationClaimed = (by: string, since: Date | undefined) =>
  new AppError('case_claimed', `${by} is working on this person’s case.`, {
    status: 409,
    details: { claimed_by: by, claimed_since: since?.toISOString() ?? null },
  });

export const leaseLost = () =>
  new AppError('lease_lost', 'This case is no longer yours; take it again.', { status: 409 });

export const calledRecently = (until: Date) =>
  new AppError('called_recently', 'This number was called less than an hour ago.', {
    status: 409,
    details: { callable_at: until.toISOString() },
  });

type MissedCall = {
  readonly id: string;
  readonly outcome: string;
  readonly note: string | null;
  readonly called_at: string;
  readonly by: string;
  readonly mine: boolean;
};

/** The outcome was chosen without knowledge of these calls, newest first. */
export const callCameBetween = (calls: number, between: readonly MissedCall[]) =>
  new AppError('call_came_between', 'Another call was logged since this page was loaded. Yours was not.', {
    status: 409,
    details: { calls, between },
  });

/** The case has another assignee by now, or none. */
export const assigneeChanged = (assignee: { readonly staff_id: string; readonly name: string } | null) =>
  new AppError('assignee_changed', `${assignee?.name ?? 'Nobody'} has this case now.`, {
    status: 409,
    details: { assignee },
  });

export const leadAssigns = () =>
  new AppError('role_required', 'Only a lead can assign another person’s case to a third person.', {
    status: 403,
    details: { role: 'lead' },
  });

export const staffInactive = () => validationFailed([{ path: 'staff_id', message: 'is not an active staff member' }]);

export const customerSuppressed = () =>
  new AppError('do_not_contact', 'This person asked not to be contacted.', { status: 409 });

export const callsStopped = () =>
  new AppError('do_not_contact', 'This person asked not to be called about this case.', { status: 409 });

export const closedReason = 'This case is closed.';

export const consultationClosed = (reason = closedReason) => new AppError('invalid_state', reason, { status: 409 });

export const noNumberReason = 'This case has no number.';

export const callbackRefused = (message: string) => validationFailed([{ path: 'callback_at', message }]);

/** The law forbids a call at that time; `next_opening` is the first allowed time after it. */
export function callbackOutOfHours(next: Date | undefined): AppError {
  const opening = next?.toISOString() ?? null;
  const hint = opening === null ? '' : `; the next time is ${opening}`;
  const { code, message, status, details } = callbackRefused(`is outside calling hours where the owner may be${hint}`);
  return new AppError(code, message, { status, details: { ...details, next_opening: opening } });
}
