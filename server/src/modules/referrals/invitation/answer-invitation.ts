import { isDialable } from '#lib/calling/dialable';
import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { recordConsent, recordWording } from '#modules/consent';
import { composeConfirmed, setLanguage } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { activateReferral } from '../lifecycle/activate-referral.ts';
import { moveReferral } from '../lifecycle/move-referral.ts';
import { contactsOf } from '../rules.ts';
import { lockByLink, type Referral, updateAcceptance } from '../store.ts';
import { hasNumber, invitationStateOf, isRepresentationOffered, type InvitationState } from './rules.ts';
import { consentWords } from './consent-words.ts';
import { invitationWords } from './wording-rules.ts';

type InvitationAnswer = {
  readonly token: string;
  readonly decision: 'accept' | 'decline';
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
};

/** Records the borrower's own answer; the same answer again changes nothing, the opposite one is refused. */
export async function answerInvitation(ctx: Ctx, answer: InvitationAnswer): Promise<InvitationState> {
  return transact(ctx, async (tx) => {
    // Found and locked by the link itself: a link that is replaced at this moment no longer matches.
    const referral = await lockByLink(tx.db, tx.vault.fingerprints(answer.token, 'token'));
    const state = invitationStateOf(referral, tx.clock.now());
    if (state !== 'asking' || referral === undefined) return state;
    recordAnswer(tx, referral, answer);
    if (answer.decision === 'decline') {
      moveReferral(tx, referral, { action: 'decline' });
      return 'declined';
    }
    const accepted = await activateReferral(tx, referral, { via: 'invitation', priority: false });
    const { consultationId } = accepted;
    if (consultationId !== null) setLanguage(tx, { consultationId, language: answer.language });
    updateAcceptance(tx.db, accepted, {
      at: tx.clock.now().toISOString(),
      ip: answer.address,
      user_agent: answer.userAgent.slice(0, userAgentLength),
    });
    if (consultationId !== null && hasNumber(accepted))
      queueMessage(tx, ...(await composeConfirmed(tx, { consultationId, contacts: contactsOf(accepted) })));
    return 'accepted';
  });
}

/** The mail and the text have the same link, so with both contacts it is not known which of them was reached. */
function recordAnswer(tx: Tx, referral: Referral, answer: InvitationAnswer): void {
  const { token, decision, language, address, userAgent } = answer;
  const contacts = contactsOf(referral);
  const via = contacts.phone === undefined ? 'email' : contacts.email === undefined ? 'text' : 'email_or_text';
  const entry = { contacts, subjectId: referral.id };
  const { version } = consentWords[language];
  const callable = contacts.phone !== undefined && isDialable(contacts.phone);
  const priced = { ...referral, representation: isRepresentationOffered(tx, referral) };
  const words = invitationWords(callable, priced, language);
  recordConsent(tx, {
    ...entry,
    kind: 'answered',
    details: {
      decision: decision === 'accept' ? 'yes' : 'no',
      via,
      token: tx.vault.fingerprint(token, 'token').toString('hex').slice(0, tokenLength),
      wording_version: version,
      wording_hash: recordWording(tx, { version, words, of: entry }).toString('hex'),
      claimed_address: address,
      claimed_browser: userAgent.slice(0, userAgentLength),
    },
  });
  if (decision === 'accept') recordConsent(tx, { ...entry, kind: 'proven', details: { by: via } });
}

/** Digits of a link's fingerprint in the ledger. */
const tokenLength = 16;

/** User agents are cut to this length; more would say nothing useful. */
const userAgentLength = 500;
