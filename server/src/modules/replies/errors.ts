import { AppError, notFound } from '#platform/errors';

export const consultationNotFound = () => notFound('No case has this id.');
export const replyNotFound = () => notFound('No reply has this id.');

export const notAnswerable = (reason: string) => new AppError('invalid_state', reason, { status: 409 });

export const customerStopped = () =>
  new AppError('do_not_contact', 'This person asked not to be contacted.', { status: 409 });

export const noUnclearReply = () =>
  new AppError('invalid_state', 'Only an unclear text reply can be marked as not a stop.', { status: 409 });
