import { AppError } from '#platform/errors';

/** Lists the possible steps in the message, because the agent API's errors have no other field for them. */
export const stepNotPossible = (status: string, possible: readonly string[]) =>
  new AppError(
    'invalid_request',
    `The intake is ${status}, so this step is not possible. ${
      possible.length === 0 ? 'No step is.' : `Possible now: ${possible.join(', ')}.`
    }`,
    { status: 409 },
  );

const internalStatus = 500;

export const rehearsedFailure = () =>
  new AppError('internal_error', 'Something went wrong on our side.', { status: internalStatus });

export const rehearsedClosing = () =>
  new AppError('program_disabled', 'This is closed at the moment.', { status: 404 });
