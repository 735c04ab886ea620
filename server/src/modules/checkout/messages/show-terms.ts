import { marked } from 'marked';
import { Html, html } from '#lib/text/html';
import { type Product, termsLanguage } from '../rules.ts';
import { getTerms } from '../terms/terms-data.ts';
import { offerWords } from './offer-messages.ts';

type ShownTerms = {
  readonly product: Product;
  readonly version: string;
  /** Whether the card is one of the built-in test cards. */
  readonly testCard: boolean;
};

/**
 * One version of the terms. Their text stays as recorded on the consent ledger, so a card provider other than the one
 * they name is named before them. They are files of this repository, so their markup is trusted.
 */
export function showTerms({ product, version, testCard }: ShownTerms): Html {
  const terms = new Html(marked.parse(getTerms(product, version), { async: false }));
  if (!testCard) return terms;
  return html`<p><strong>${offerWords[termsLanguage(version)].testTerms}</strong></p>
    ${terms}`;
}
