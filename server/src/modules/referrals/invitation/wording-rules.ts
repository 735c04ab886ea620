import { formatMoney } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { consentWords } from './consent-words.ts';

export const whatFollows = (callable: boolean, language: Language): string =>
  callable ? consentWords[language].follows : consentWords[language].followsWithoutNumber;

type Priced = {
  readonly priceCents: number;
  readonly program: { readonly mode: string };
  /** Whether representation is offered where the claim is; a lender's part is for nothing else. */
  readonly representation: boolean;
};

/** Who pays for what comes after the free consultation. */
function payerWords({ priceCents, program, representation }: Priced, price: string, language: Language): string {
  const words = consentWords[language];
  if (priceCents === 0 || program.mode === 'institution_paid') return words.paysLender;
  return program.mode === 'subsidized' && representation ? words.paysBoth(price) : words.paysBorrower;
}

/** The same as the borrower reads it. */
export const whoPays = (priced: Priced, language: Language): string =>
  payerWords(priced, formatMoney(priced.priceCents, language), language);

/** The words as they are kept and hashed; the institution's name and the price are left open. */
export const invitationWords = (callable: boolean, priced: Priced, language: Language): string => {
  const { heading, invites, yes, no, agreement } = consentWords[language];
  const follows = [whatFollows(callable, language), payerWords(priced, '{price}', language)];
  return [heading, `{institution} ${invites}`, ...follows, `[${yes}]`, `[${no}]`, agreement].join('\n');
};
