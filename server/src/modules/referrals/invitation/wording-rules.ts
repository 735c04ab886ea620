/**
 * What a borrower reads before they press a button. A change of a word needs a new version: the ledger names the version
 * and the hash of the whole, and keeps the words themselves.
 */
export const invitationWording = {
  version: 'invitation 2026-11-16',
  heading: 'A free look at your total-loss claim',
  /** Goes on after the institution's name. */
  invites: 'invites you: a person from our team looks at whether the insurer’s offer is what your car was worth.',
  follows:
    'If you accept, that person calls you to go through it. The consultation is free. We never place automated calls.',
  /** Instead of it, where there is no number to call. */
  followsWithoutNumber:
    'We have no number that we can call you at. Please ask your lender to add it. The consultation is free. We never place automated calls.',
  yes: 'Yes, I want the free consultation',
  no: 'No, thank you',
  agreement:
    'With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the person who calls, answer STOP to a text, or open the stop link in an email.',
} as const;

export const whatFollows = (callable: boolean): string =>
  callable ? invitationWording.follows : invitationWording.followsWithoutNumber;

/** The words as they are kept and hashed; the institution's name is left open. */
export const invitationWords = (callable: boolean): string => {
  const { heading, invites, yes, no, agreement } = invitationWording;
  return [heading, `{institution} ${invites}`, whatFollows(callable), `[${yes}]`, `[${no}]`, agreement].join('\n');
};
