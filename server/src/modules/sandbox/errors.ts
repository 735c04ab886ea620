import { partnerProblem } from '#modules/credentials';
import { AppError, notFound } from '#platform/errors';

type NotPossible = {
  readonly status: string;
  /** Of a referral that has one. */
  readonly review: string | undefined;
  readonly possible: readonly string[];
};

const inWords = (status: string): string => status.replaceAll('_', ' ');

/** Names what can be pressed instead. */
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

/** How long a client waits before it asks again. */
const retryAfterS = 5;

/** In the contract's own words: its list of codes is closed, the values of current_status are not. */
export const sandboxResetting = () =>
  partnerProblem('invalid_state', 'Your sandbox is being emptied. Until it is, nothing can be made or changed in it.', {
    details: { current_status: 'sandbox_resetting' },
    retryAfterS,
  });
