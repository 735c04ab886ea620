import { AppError, notFound } from '#platform/errors';

export const nobodyFound = () => notFound('Nothing is stored under that name.');

export const underLegalHold = (subjectIds: readonly string[]) =>
  new AppError('legal_hold', `A legal hold stops this: ${subjectIds.join(', ')}.`, {
    status: 409,
    details: { subject_ids: subjectIds },
  });

export const moneyMoves = (numbers: readonly string[]) =>
  new AppError('money_open', `A card hold is active or being processed: ${numbers.join(', ')}.`, {
    status: 409,
    details: { numbers },
  });

export const alreadyHeld = () =>
  new AppError('legal_hold', 'A legal hold is in force there already.', { status: 409, details: {} });

export const nothingHeld = () => notFound('No legal hold is in force there.');
