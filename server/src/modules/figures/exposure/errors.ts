import { notFound, validationFailed } from '#platform/errors';

export const loanNotFound = () => notFound('No referral has this id.');

/** Nothing is left out of a ledger without saying so: a sum of a part would be taken for the whole. */
export const ledgerTooLong = (rowsMax: number) =>
  validationFailed([
    { path: 'from', message: `more than ${rowsMax} referrals were settled since then; choose a shorter period` },
  ]);
