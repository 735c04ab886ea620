import { partnerProblem } from '#modules/credentials';
import { AppError, notFound } from '#platform/errors';

type NotPossible = {
  readonly status: string;
  /** The review's status, for referrals that have a review. */
  readonly review: string | undefined;
  readonly possible: readonly string[];
};

const inWords = (status: string): string => status.replaceAll('_', ' ');

/** Lists the steps that are possible instead. */
export function stepNotPossible({ status, review, possible }: NotPossible): AppError {
  const reviewed = review === undefined ? '' : `, and its review is ${inWords(review)}`;
  return new AppError('step_not_possible', `It is ${inWords(status)}${reviewed}. This step is not possible now.`, {
    status: 409,
    details: { current_status: status, possible_steps: [...possible] },
  });
}

export const messageNotFound = () => notFound('No message of your sandbox has this id.');

export const resetNotConfirmed = (phrase: string) =>
  new AppError('confirmation_required', `Type "${phrase}" to empty the sandbox.`, { status: 400 });

/** How long a client should wait before it retries. */
const retryAfterS = 5;

/** In the contract's own words: its list of error codes is closed, while the values of current_status are not. */
export const sandboxResetting = () =>
  partnerProblem('invalid_state', 'Your sandbox is being emptied. Until it is, nothing can be made or changed in it.', {
    details: { current_status: 'sandbox_resetting' },
    retryAfterS,
  });
