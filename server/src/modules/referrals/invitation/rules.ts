import type { Ctx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { mayOffer } from '#lib/jurisdictions/may-offer';
import { formatMoney } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { callContactOf, statusAt } from '../rules.ts';
import type { Referral } from '../store.ts';
import { consentWords } from './consent-messages.ts';

/** `refused`: after the yes they said no to a staff member. */
export type InvitationState =
  | 'unknown'
  | 'asking'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'stopped'
  | 'refused';

export function invitationStateOf(referral: Referral | undefined, now: Date): InvitationState {
  if (referral === undefined) return 'unknown';
  const status = statusAt(referral, now);
  if (status === 'invited') return 'asking';
  if (status === 'declined' || status === 'expired') return status;
  return status === 'canceled' ? 'withdrawn' : 'accepted';
}

/** How a message refers to its link, whose token is never stored in plain text. */
export const linkVersion = (hash: Buffer): string => hash.toString('hex');

/** Whether there is a number to call; without one no page and no message promises a call. */
export function hasNumber(referral: Referral): boolean {
  const { phone } = callContactOf(referral);
  return phone !== undefined && isDialable(phone);
}

/** By the state of the claim; services not offered there are not promised. */
export const isRepresentationOffered = (ctx: Pick<Ctx, 'config' | 'clock'>, { claim }: Referral): boolean =>
  mayOffer(ctx.config, 'representation', { state: claim.loss_state ?? undefined, now: ctx.clock.now() });

export const whatFollows = (callable: boolean, language: Language): string =>
  callable ? consentWords[language].follows : consentWords[language].followsWithoutNumber;

type Priced = {
  readonly priceCents: number;
  readonly program: { readonly mode: string };
  /** Whether representation is offered in the state of the claim; a lender's part is for nothing else. */
  readonly representation: boolean;
};

/** Who pays for the services after the free consultation. */
function payerWords({ priceCents, program, representation }: Priced, price: string, language: Language): string {
  const words = consentWords[language];
  if (priceCents === 0 || program.mode === 'institution_paid') return words.paysLender;
  return program.mode === 'subsidized' && representation ? words.paysBoth(price) : words.paysBorrower;
}

/** The same in the borrower's words. */
export const whoPays = (priced: Priced, language: Language): string =>
  payerWords(priced, formatMoney(priced.priceCents, language), language);

/** The wording as it is stored and hashed, with placeholders for the institution's name and the price. */
export const invitationWords = (callable: boolean, priced: Priced, language: Language): string => {
  const { heading, invites, yes, no, agreement } = consentWords[language];
  const follows = [whatFollows(callable, language), payerWords(priced, '{price}', language)];
  return [heading, `{institution} ${invites}`, ...follows, `[${yes}]`, `[${no}]`, agreement].join('\n');
};
