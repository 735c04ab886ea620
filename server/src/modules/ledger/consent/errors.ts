import { unavailable } from '#platform/errors';

/** The head was edited: continuing from it would make the edit part of the chain. */
export const headBroken = (): Error =>
  new Error('the head of the consent ledger was changed; run makewhole consent verify');

/** Only chained entries can be erased, because the chain must remain intact. Chaining takes at most a second. */
export const detailsUnchained = () =>
  unavailable('The consent ledger is being chained; try again in a moment.', { retryAfterS: 2 });
