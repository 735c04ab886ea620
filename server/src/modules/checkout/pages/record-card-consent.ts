import type { Tx } from '#context';
import { recordConsent, recordWording } from '#modules/consent';
import { decryptContacts } from '../links/decrypt-contacts.ts';
import { termsVersion } from '../rules.ts';
import type { Checkout } from '../store.ts';
import { getTerms } from '../terms/get-terms.ts';
import { agreementOf } from './words-page.ts';

type CardConsent = {
  readonly holdId: string;
  /** The intake, referral or redemption of the case. */
  readonly subjectId: string;
  readonly decision: 'yes' | 'withdrawn';
  readonly amountCents: number;
  readonly address: string;
  readonly userAgent: string;
};

/** A bound on the stored User-Agent; the rest of a longer one adds nothing. */
const userAgentLength = 500;

/** Puts on the ledger that a card may be saved and charged later, to which words; or that this was withdrawn. */
export function recordCardConsent(tx: Tx, checkout: Checkout, consent: CardConsent): void {
  const { holdId, subjectId, decision, amountCents, address, userAgent } = consent;
  const version = `representation-${termsVersion}`;
  const words = `${getTerms('representation')}\n${agreementOf({ amountCents, payment: 'card' })}`;
  recordConsent(tx, {
    kind: decision === 'yes' ? 'card_accepted' : 'card_withdrawn',
    contacts: decryptContacts(tx, checkout),
    subjectId,
    details: {
      decision,
      hold_id: holdId,
      price_cents: amountCents,
      ...(decision === 'yes'
        ? { wording_version: version, wording_hash: recordWording(tx, { version, words }).toString('hex') }
        : {}),
      claimed_address: address,
      claimed_browser: userAgent.slice(0, userAgentLength),
    },
  });
}
