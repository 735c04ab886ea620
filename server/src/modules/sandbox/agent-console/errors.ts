import { AppError, notFound } from '#platform/errors';

export const sandboxOnly = () =>
  new AppError(
    'test_mode_only',
    'This is in the sandbox only. What is written about live cases goes to their owners, and people move them on.',
    {
      status: 403,
    },
  );

export const stepNotPossible = () =>
  new AppError('invalid_state', 'This step is not possible now: the intake has moved on.', { status: 409 });

export const messageNotFound = () => notFound('No message has this id.');
