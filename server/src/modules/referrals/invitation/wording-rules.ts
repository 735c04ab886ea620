import { centsToText } from '#lib/numbers/money';

/**
 * What a borrower reads before they press a button. A change of a word needs a new version: the ledger names the version
 * and the hash of the whole, and keeps the words themselves.
 */
export const invitationWording = {
  version: 'invitation 2026-11-16.2',
  heading: 'A free look at your total-loss claim',
  /** Goes on after the institution's name. */
  invites: 'invites you: a person from our team looks at whether the insurer’s offer is what your car was worth.',
  follows:
    'If you accept, that person calls you to go through it. The consultation is free. We never place automated calls.',
  /** Instead of it, where there is no number to call. */
  followsWithoutNumber:
    'We have no number that we can call you at. Please ask your lender to add it. The consultation is free. We never place automated calls.',
  /** Who pays for what a borrower may choose after the free consultation. */
  paysLender: 'If you want more help after it, your lender pays for it. You pay nothing.',
  paysBoth: 'If you want us to negotiate for you after it, you pay {price} and your lender pays the rest.',
  paysBorrower: 'If you want more help after it, you pay for it yourself. You do not have to choose any.',
  yes: 'Yes, I want the free consultation',
  no: 'No, thank you',
  agreement:
    'With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the person who calls, answer STOP to a text, or open the stop link in an email.',
} as const;

export const whatFollows = (callable: boolean): string =>
  callable ? invitationWording.follows : invitationWording.followsWithoutNumber;

type Priced = {
  readonly priceCents: number;
  readonly program: { readonly mode: string };
  /** Whether representation is offered where the claim is; a lender's part is for nothing else. */
  readonly representation: boolean;
};

/** Who pays, with the amount left open as it is kept. */
const payerTemplate = ({ priceCents, program, representation }: Priced): string => {
  if (priceCents === 0 || program.mode === 'institution_paid') return invitationWording.paysLender;
  return program.mode === 'subsidized' && representation ? invitationWording.paysBoth : invitationWording.paysBorrower;
};

/** Who pays for what comes after the free consultation, as the borrower reads it. */
export const whoPays = (priced: Priced): string =>
  payerTemplate(priced).replace('{price}', `$${centsToText(priced.priceCents)}`);

/** The words as they are kept and hashed; the institution's name and the price are left open. */
export const invitationWords = (callable: boolean, priced: Priced): string => {
  const { heading, invites, yes, no, agreement } = invitationWording;
  const follows = [whatFollows(callable), payerTemplate(priced)];
  return [heading, `{institution} ${invites}`, ...follows, `[${yes}]`, `[${no}]`, agreement].join('\n');
};
