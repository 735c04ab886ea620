import { AppError, notFound, validationFailed } from '#platform/errors';

export const consultationNotFound = () => notFound('No consultation has this id.');

/** Another staff member has the lease of it, or of another consultation with the same number. */
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

/** The outcome was chosen by somebody who did not know of these calls, newest first. */
export const callCameBetween = (calls: number, between: readonly MissedCall[]) =>
  new AppError('call_came_between', 'Another call was logged since this page was loaded. Yours was not.', {
    status: 409,
    details: { calls, between },
  });

/** The case has somebody else by now, or nobody. */
export const assigneeChanged = (assignee: { readonly staff_id: string; readonly name: string } | null) =>
  new AppError('assignee_changed', `${assignee?.name ?? 'Nobody'} has this case by now.`, {
    status: 409,
    details: { assignee },
  });

export const leadAssigns = () =>
  new AppError('role_required', 'Only a lead gives a case of somebody else to a third person.', {
    status: 403,
    details: { role: 'lead' },
  });

export const staffInactive = () =>
  validationFailed([{ path: 'staff_id', message: 'is nobody of the team who can sign in' }]);

export const customerSuppressed = () =>
  new AppError('do_not_contact', 'This person asked not to be contacted.', { status: 409 });

export const callsStopped = () =>
  new AppError('do_not_contact', 'This person asked not to be called about this case.', { status: 409 });

export const closedReason = 'This case is closed.';

export const consultationClosed = (reason = closedReason) => new AppError('invalid_state', reason, { status: 409 });

export const noNumberReason = 'This case has no number.';

export const callbackRefused = (message: string) => validationFailed([{ path: 'callback_at', message }]);

/** The law forbids that call; `next_opening` is the first time after it that is allowed. */
export function callbackOutOfHours(next: Date | undefined): AppError {
  const opening = next?.toISOString() ?? null;
  const hint = opening === null ? '' : `; the next time is ${opening}`;
  const { code, message, status, details } = callbackRefused(`is outside calling hours where the owner may be${hint}`);
  return new AppError(code, message, { status, details: { ...details, next_opening: opening } });
}
