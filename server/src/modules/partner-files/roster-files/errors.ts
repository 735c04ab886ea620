import { AppError, notFound } from '#platform/errors';

export const rosterFileNotFound = () => notFound('There is no such roster file.');

/** The file's status does not allow this action. */
export const fileIn = (status: string) =>
  refused(status, `The file is ${status}; this cannot be done any more, or not yet.`);

const refused = (status: string, message: string) =>
  new AppError('invalid_state', message, { status: 409, details: { current_status: status } });

/** Does not name the person: the erasure is reported only so that the next file leaves them out. */
export const somebodyErased = () =>
  refused('failed', 'The data of somebody in this file was erased. Upload it again without them.');

/** The current block must not commit: its file was stopped, or a person in it was erased. */
export class BlockInterrupted extends Error {
  constructor() {
    super('the block was interrupted');
  }
}

/** The roster differs from the one that the plan was made for, or that the apply left. */
export const planVoid = (message: string) => new AppError('roster_plan_void', message, { status: 409 });

export const confirmationNeeded = (details: {
  readonly removals: number;
  readonly active: number;
  readonly threshold_percent: number;
  readonly invalid: number;
}) =>
  new AppError(
    'roster_confirmation_needed',
    'Confirm the number of removals, and the number of invalid rows that are left out.',
    { status: 409, details },
  );

export const unreadableFile = (message: string) => new AppError('roster_file_unreadable', message, { status: 422 });

export const tooManyFiles = () =>
  new AppError('rate_limited', 'This institution has uploaded as many roster files as it may in a day.', {
    status: 429,
    retryAfterS: 3600,
  });
