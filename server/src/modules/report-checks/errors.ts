import { AppError, notFound } from '#platform/errors';

const conflict = (code: string, message: string) => new AppError(code, message, { status: 409 });

export const findingsChanged = () =>
  conflict('findings_changed', 'What was found has changed since you looked. Look at it again.');

export const findingUnknown = () => notFound('One of these is not among the findings of this case.');

export const consultationClosed = () => conflict('invalid_state', 'This case is closed.');
