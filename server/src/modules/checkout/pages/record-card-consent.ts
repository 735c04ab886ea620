import type { Tx } from '#context';
import { recordConsent, recordWording } from '#modules/ledger';
import { decryptContacts } from '../links/links.ts';
import { termsLanguage } from '../rules.ts';
import type { Checkout } from '../store.ts';
import { getTerms } from '../terms/terms-data.ts';
import { agreementOf } from '../messages/messages-page.ts';

type CardConsent = {
  readonly holdId: string;
  /** The intake, referral or redemption of the case. */
  readonly subjectId: string;
  readonly decision: 'yes' | 'withdrawn';
  readonly amountCents: number;
  /** As it was shown, of one language. */
  readonly termsVersion: string;
  readonly address: string;
  readonly userAgent: string;
};

type ShownTerms = Pick<CardConsent, 'amountCents' | 'termsVersion'> & Pick<Parameters<typeof recordWording>[1], 'of'>;

/** A bound on the stored User-Agent; the rest of a longer one adds nothing. */
const userAgentLength = 500;

/** Records on the ledger the consent to save and later charge a card, with its text, or the withdrawal of that consent. */
export function recordCardConsent(tx: Tx, checkout: Checkout, consent: CardConsent): void {
  const { holdId, subjectId, decision, amountCents, termsVersion, address, userAgent } = consent;
  const of = { contacts: decryptContacts(tx, checkout), subjectId };
  recordConsent(tx, {
    kind: decision === 'yes' ? 'card_accepted' : 'card_withdrawn',
    ...of,
    details: {
      decision,
      hold_id: holdId,
      price_cents: amountCents,
      ...(decision === 'yes' ? recordWords(tx, { amountCents, termsVersion, of }) : {}),
      claimed_address: address,
      claimed_browser: userAgent.slice(0, userAgentLength),
    },
  });
}

/** The text as it was shown, with the text of the checkbox. */
function recordWords(tx: Tx, { amountCents, termsVersion, of }: ShownTerms) {
  const version = `representation-${termsVersion}`;
  const agreement = agreementOf({ amountCents, payment: 'card' }, termsLanguage(termsVersion));
  const words = `${getTerms('representation', termsVersion)}\n${agreement}`;
  return { wording_version: version, wording_hash: recordWording(tx, { version, words, of }).toString('hex') };
}
