import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { recordConsent, recordWording } from '#modules/ledger';
import { composeConfirmed, listContacts, setLanguage } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { moveIntakes, recordProof } from '../lifecycle/lifecycle.ts';
import { findIntakeByLink, type IntakeByLink } from '../link-store.ts';
import { findProof } from '../rules.ts';
import { updateConfirmation } from '../status-store.ts';
import { lockIntake, type Intake } from '../store.ts';
import { isLinkStopped } from './confirmation.ts';
import { decideLinkState, findWording, hasNumber, mayTakeBack, wordingFor, wordsOf, type LinkState } from './rules.ts';

type LinkAnswer = {
  readonly token: string;
  readonly decision: 'confirm' | 'decline';
  /** The wording version that the form was shown with; the current one by default. */
  readonly wording?: string | undefined;
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
};

/**
 * Records an answer on the customer's page. The same answer again changes nothing and the opposite one is refused,
 * except after a relayed yes: then the recipient of our own email or text may answer for themselves (D-038). A link
 * that was sent to a wrong number, or that is used after a stop, records no answer.
 */
export async function answerLink(ctx: Ctx, answer: LinkAnswer): Promise<LinkState> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const byLink = await findIntakeByLink(tx.db, tx.vault.fingerprints(answer.token, 'token'), now);
    const stored = byLink && (await lockIntake(tx.db, byLink.intake.id, now));
    if (byLink === undefined || stored === undefined) return 'unknown';
    const { intake } = stored;
    const link = { ...byLink, intake };
    const state = decideLinkState({ ...link, hasStopped: await isLinkStopped(tx, link) });
    if (state !== 'asking' && state !== 'again') return state;
    await storeLanguage(tx, link, answer.language);
    if (answer.decision === 'confirm') return confirm(tx, link, answer);
    if (state === 'again' && !mayTakeBack(intake)) return 'confirmed';
    await moveIntakes(tx, [intake.id], state === 'again' ? 'taken_back' : 'declined_by_customer');
    recordAnswer(tx, link, answer);
    return 'declined';
  });
}

/** A relayed link may have been opened by a program, so it never replaces a language. */
async function storeLanguage(
  tx: Tx,
  { intake: { consultationId }, via }: IntakeByLink,
  language: Language,
): Promise<void> {
  if (consultationId === undefined) return;
  if (via === 'relayed' && (await listContacts(tx, [consultationId]))[0]?.language !== undefined) return;
  setLanguage(tx, { consultationId, language });
}

async function confirm(tx: Tx, link: IntakeByLink, answer: LinkAnswer): Promise<LinkState> {
  const { intake, via } = link;
  const moved = await moveIntakes(tx, [intake.id], 'confirmed');
  const shown = recordAnswer(tx, link, answer);
  if (moved.length > 0) updateConfirmation(tx.db, intake.id, { ...shown, ...toRecord(tx, intake, answer) });
  if (via === 'relayed') return 'confirmed';
  const isFirst = findProof(intake) === undefined;
  await recordProof(tx, intake, via);
  if (isFirst) await tellConfirmed(tx, intake, via);
  return 'confirmed';
}

/**
 * Sent once, and to the contact whose link was used, because the other one may belong to someone else. A relayed yes
 * is not confirmed to any contact, since it may not be the customer's.
 */
async function tellConfirmed(tx: Tx, intake: Intake, via: 'email' | 'text'): Promise<void> {
  const { consultationId, email, phone } = intake;
  if (consultationId === undefined || !hasNumber(intake)) return;
  const contacts = via === 'email' ? { email, phone: undefined } : { email: undefined, phone };
  queueMessage(tx, ...(await composeConfirmed(tx, { consultationId, contacts })));
}

/** User agents are cut to this length; more would say nothing useful. */
const userAgentLength = 500;
/** This much of a link's fingerprint identifies it, but opens nothing. */
const tokenLength = 16;

const toRecord = (tx: Tx, intake: Intake, { address, userAgent }: LinkAnswer) => ({
  at: tx.clock.now().toISOString(),
  attestation_version: intake.attestationVersion,
  by: 'customer' as const,
  ip: address,
  user_agent: userAgent.slice(0, userAgentLength),
});

/** Records the answer on the ledger, with its link and wording. */
function recordAnswer(tx: Tx, link: IntakeByLink, { decision, address, userAgent, ...answer }: LinkAnswer) {
  const { intake, via, hash } = link;
  const state = decideLinkState({ ...link, hasStopped: false }) === 'again' ? 'again' : 'asking';
  const wording = findWording(answer.wording) ?? wordingFor(state, hasNumber(intake), answer.language);
  // Answers in the sandbox do not come from real customers, so they are not evidence.
  const of = { contacts: { email: intake.email, phone: intake.phone, test: intake.test }, subjectId: intake.id };
  const shown = {
    via,
    token: hash.toString('hex').slice(0, tokenLength),
    wording_version: wording.version,
    wording_hash: recordWording(tx, { version: wording.version, words: wordsOf(wording), of }).toString('hex'),
  };
  recordConsent(tx, {
    kind: 'answered',
    ...of,
    details: {
      decision: decision === 'confirm' ? 'yes' : 'no',
      ...shown,
      claimed_address: address,
      claimed_browser: userAgent.slice(0, userAgentLength),
    },
  });
  return shown;
}
