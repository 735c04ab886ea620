import { formatDay, formatMoney } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { type Html, html } from '#lib/text/html';
import type { Acceptance, Hold } from '../hold-store.ts';
import { ruleWords } from '../rule-messages.ts';
import { endedDisputes, netCents, type HoldKind, type Product, termsLanguage } from '../rules.ts';
import { cardWords } from './card-messages.ts';
import { offerWords } from './offer-messages.ts';
import { standingWords } from './standing-messages.ts';

export const dollars = formatMoney;

/** Without cents if there are none, for a heading. */
export const roundDollars = (cents: number, language: Language): string =>
  formatMoney(cents, language).replace(/[.,]00$/, '');

/** The reader's language, and the zone in which a day begins. */
export type Reader = { readonly language: Language; readonly zone: string };

export const dayOf = (date: Date, { language, zone }: Reader): string => formatDay(date, { language, timeZone: zone });

type Agreed = { readonly amountCents: number; readonly payment: HoldKind };

/** The text of the checkbox; together with the terms it is the customer's agreement. */
export function agreementOf({ amountCents, payment }: Agreed, language: Language): string {
  const words = offerWords[language];
  const amount = dollars(amountCents, language);
  return payment === 'hold' ? words.agreeHold(amount) : words.agreeCard(amount);
}

/** The language of the first acceptance, because the provider refuses a repeated request with different text. */
export function acceptedLanguage({ terms_version: version, replaces }: Acceptance): Language {
  return replaces === undefined ? termsLanguage(version) : acceptedLanguage(replaces);
}

/** The text next to the button of the provider's page. */
export const cardPromise = (amountCents: number, language: Language): string =>
  cardWords[language].promise(dollars(amountCents, language), ruleWords[language].rule);

type Credit = { readonly amountCents: number; readonly creditCents: number };

export const creditWords = ({ amountCents, creditCents }: Credit, language: Language): Html | undefined =>
  creditCents === 0
    ? undefined
    : html`<p>
        ${standingWords[language].credit(dollars(creditCents, language), dollars(amountCents - creditCents, language))}
      </p>`;

/** A side note. */
export const soft = (words: string): Html => html`<p class="soft">${words}</p>`;

export type Standing = { readonly title: string; readonly words: Html };

/** The receipt of a charge, with its refunds and disputes. */
export function paidWords(hold: Hold, reader: Reader): Standing {
  const { language } = reader;
  const words = standingWords[language];
  const { product, kind, creditCents, refundedCents, endedAt } = hold;
  const charged = dollars(hold.capturedCents ?? 0, language);
  return {
    title: paidTitle(hold, language),
    words: html`<p>
        ${kind === 'hold' ? words.chargedHold(charged) : words.chargedCard(charged)}
        ${creditCents === 0 ? undefined : words.deducted(dollars(creditCents, language))}
        ${refundedCents === 0 ? undefined : words.refunded(dollars(refundedCents, language))}
        ${underWayWords(hold, language)} ${disputeWords(hold, language)}
      </p>
      <h2>${words.receipt}</h2>
      <p>
        ${
          endedAt === undefined
            ? words.receiptLine[product](charged)
            : words.receiptDated[product](charged, dayOf(endedAt, reader))
        }
        ${words.reference(hold.id)}
      </p>`,
  };
}

function paidTitle(hold: Hold, language: Language): string {
  const words = standingWords[language];
  const { product } = hold;
  if (netCents(hold) > 0) return isDisputed(hold) ? words.disputedTitle[product] : words.paidTitle[product];
  return hold.dispute?.status === 'lost' ? words.takenBackTitle[product] : words.refundedTitle[product];
}

const isDisputed = ({ dispute }: Hold): boolean => dispute !== undefined && !endedDisputes.includes(dispute.status);

/** A refund that is requested and that the provider has not confirmed yet. */
function underWayWords({ refunds }: Hold, language: Language): string | undefined {
  const requested = refunds.find(({ state }) => state === 'requested');
  return requested && standingWords[language].refunding(dollars(requested.amountCents, language));
}

function disputeWords(hold: Hold, language: Language): string | undefined {
  const words = standingWords[language];
  if (hold.dispute === undefined) return undefined;
  if (isDisputed(hold)) return words.disputed;
  if (hold.dispute.status === 'lost') return words.takenBack(dollars(hold.dispute.amountCents, language));
  return hold.dispute.status === 'won' ? words.stands : undefined;
}

/** The page of one version of the terms. */
export const termsPath = (product: Product, version: string): string => `/checkout/terms/${product}-${version}`;
