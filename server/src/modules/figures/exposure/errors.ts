import { notFound, validationFailed } from '#platform/errors';

export const loanNotFound = () => notFound('No referral has this id.');

/** A ledger is complete or refused: a partial sum would be taken for the whole. */
export const ledgerTooLong = (rowsMax: number) =>
  validationFailed([
    { path: 'from', message: `more than ${rowsMax} referrals were settled since then; choose a shorter period` },
  ]);
