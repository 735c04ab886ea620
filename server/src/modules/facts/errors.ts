import { AppError } from '#platform/errors';

/** Somebody else changed the facts meanwhile; the answer shows what they said, the caller knows what they typed. */
export const factsChanged = (current: object) =>
  new AppError('facts_changed', 'Somebody else changed these facts meanwhile. Look at both and save again.', {
    status: 409,
    details: { current },
  });

export const consultationOver = () =>
  new AppError('invalid_state', 'This case is closed; its facts are not changed any more.', { status: 409 });
