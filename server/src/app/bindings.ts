import type { Tx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { explainOffer } from '#lib/jurisdictions/may-offer';
import { codeMessages } from '#modules/agents';
import { findLastAction } from '#modules/audit';
import { isReleaseCurrent, type AppraisalSources } from '#modules/appraisals';
import { collectSubject } from '#modules/board';
import { lockPayments, lockClaimState, type DeliverySources } from '#modules/checkout';
import {
  isCardAskedFor,
  isRenewalWanted,
  listRenewalContacts,
  findHoldConsultation,
  findLastPayment,
  isCheckoutLinkWanted,
  type SettlementSources,
} from '#mount/checkout/workers';
import {
  getConsultation,
  listContacts,
  lockConsultation,
  recordParts,
  type ConsultationSources,
} from '#modules/consultations';
import { isReceiptTrue } from '#mount/checkout/workers';
import { findCallWindow, isNumberWanted, type ClosingSources } from '#mount/consultations/workers';
import { messagePurposes, queueMessage, type MessageSource, type NewMessage } from '#modules/customers';
import type { MessageSources } from '#mount/customers/workers';
import type { FactSources } from '#modules/facts';
import {
  findIntakeSubmission,
  isWelcomeWanted,
  listIntakeContacts,
  lockIntakeSubmission,
  prepareDelivery,
  prepareIntakeClose,
  recordWelcomeSent,
  takeIntakeNumber,
} from '#modules/intakes';
import { listTechnicalContacts } from '#modules/partners';
import {
  findMemberSubmission,
  isStatementOpen,
  listMemberContacts,
  lockMemberSubmission,
  prepareMemberClose,
  strikeMemberNumber,
  takeMemberNumber,
} from '#modules/memberships';
import {
  findBorrowerSubmission,
  isInvitationOpen,
  listBorrowerContacts,
  lockBorrowerSubmission,
  prepareBorrowerDelivery,
  prepareDecline,
  prepareReferralClose,
  prepareSettlement,
  strikeBorrowerNumber,
  takeBorrowerNumber,
} from '#modules/referrals';
import { isAnswerWanted, isReplyRecent, isTemplateWanted, listReplies } from '#modules/replies';
import { isSetupOpen, type SetupMail } from '#modules/staff';
import { isWarningTrue, type NotifyInstitutions } from '#modules/webhooks';

/** Every contact of the case, by its own id or that of the intake it came from. */
const contactsOfCase: MessageSource['contacts'] = async (ctx, { subjectId }) =>
  (await listContacts(ctx, [subjectId])).map(({ contacts }) => contacts);

/**
 * Whom to call about a consultation, and what else happens when they decline or their number is somebody else's. An
 * intake's calls are recorded at the intake, which declines it and strikes its number; a member's redemption stays for
 * staff to complete or to cancel.
 */
export const consultationSources: ConsultationSources = {
  contacts: {
    agent_intake: listIntakeContacts,
    referral: listBorrowerContacts,
    membership: listMemberContacts,
  },
  noAnswers: { referral: prepareDecline },
  strikes: { referral: strikeBorrowerNumber, membership: strikeMemberNumber },
  numbers: { agent_intake: takeIntakeNumber, referral: takeBorrowerNumber, membership: takeMemberNumber },
};

/** What was submitted about a case, and where what the team learned takes effect. */
export const factSources: FactSources = {
  find: async (ctx, consultationId) => {
    const { source: origin, source_id: sourceId } = await getConsultation(ctx, consultationId);
    return { consultationId, origin, sourceId };
  },
  isClosed: async (tx, consultationId) => (await lockConsultation(tx, consultationId)).closedAt !== undefined,
  lockClaimState,
  async keepReportedValue(tx, consultationId, cents) {
    const locked = await lockConsultation(tx, consultationId);
    // A later valuation of the insurer must not take the place of the first.
    if (locked.deliveredAt !== undefined && locked.offer.value !== undefined) return;
    const offer: OfferParts = cents === undefined ? {} : { value: { cents, from: 'report' } };
    recordParts(tx, locked, { offer, retold: 'report' });
  },
  of: {
    agent_intake: { find: findIntakeSubmission, lock: lockIntakeSubmission },
    referral: { find: findBorrowerSubmission, lock: lockBorrowerSubmission },
    membership: { find: findMemberSubmission, lock: lockMemberSubmission },
  },
};

const days = 86_400;

type FindWindow = NonNullable<MessageSource['window']>;

/** Where the person of a message may be, by the contact that its subject has now. */
const windowOf =
  (source: keyof ConsultationSources['contacts']): FindWindow =>
  (ctx, { subjectId }) =>
    findCallWindow(ctx, consultationSources.contacts, { source, sourceId: subjectId });

const windowOfHold: FindWindow = async (ctx, subject) => {
  const subjectId = await findHoldConsultation(ctx, subject.subjectId);
  return subjectId === undefined ? { state: undefined, zones: [] } : windowOfCase(ctx, { ...subject, subjectId });
};

const windowOfCase: FindWindow = async (ctx, { subjectId: consultationId }) => {
  const { source, source_id: sourceId } = await getConsultation(ctx, consultationId);
  return findCallWindow(ctx, consultationSources.contacts, { source, sourceId });
};

/** A message that a member of the team sent from a case; what it says of the last call is soon of no use. */
const fromTemplate: MessageSource = {
  isTrue: isTemplateWanted,
  contacts: contactsOfCase,
  window: windowOfCase,
  usefulForS: 2 * days,
};

/**
 * Calls against the order of modules: before a message is sent, the module that queued it is asked whether it is still
 * true, and where its person may be; afterwards it gets the outcome.
 */
export const messageOwners: MessageSources = {
  [messagePurposes.welcome]: {
    isTrue: isWelcomeWanted,
    contacts: contactsOfCase,
    sent: recordWelcomeSent,
    window: windowOf('agent_intake'),
    usefulForS: 7 * days,
  },
  [messagePurposes.invitation]: { isTrue: isInvitationOpen, window: windowOf('referral'), usefulForS: 7 * days },
  [messagePurposes.registrationCode]: codeMessages,
  [messagePurposes.numberWanted]: { isTrue: isNumberWanted, contacts: contactsOfCase, usefulForS: 7 * days },
  [messagePurposes.checkoutLink]: {
    isTrue: isCheckoutLinkWanted,
    contacts: contactsOfCase,
    window: windowOfCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.holdEnded]: {
    isTrue: isRenewalWanted,
    contacts: listRenewalContacts,
    window: windowOfHold,
    usefulForS: 3 * days,
  },
  [messagePurposes.chargeFailed]: {
    isTrue: isCardAskedFor,
    contacts: listRenewalContacts,
    window: windowOfHold,
    usefulForS: 3 * days,
  },
  [messagePurposes.receipt]: {
    isTrue: isReceiptTrue,
    contacts: listRenewalContacts,
    window: windowOfHold,
    usefulForS: 7 * days,
  },
  [messagePurposes.stopConfirmed]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.help]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.answer]: {
    isTrue: isAnswerWanted,
    contacts: contactsOfCase,
    window: windowOfCase,
    usefulForS: 2 * days,
  },
  [messagePurposes.appraisalReleased]: {
    isTrue: isReleaseCurrent,
    contacts: contactsOfCase,
    window: windowOfCase,
    usefulForS: 7 * days,
  },
  [messagePurposes.caseVoicemail]: fromTemplate,
  [messagePurposes.caseMissedCall]: fromTemplate,
  [messagePurposes.caseOptionsReady]: fromTemplate,
  [messagePurposes.staffSetup]: { isTrue: isSetupOpen, usefulForS: days },
  [messagePurposes.statement]: { isTrue: isStatementOpen },
  [messagePurposes.endpointFailing]: { isTrue: isWarningTrue, usefulForS: 3 * days },
  [messagePurposes.deliveriesExhausted]: { isTrue: isWarningTrue, usefulForS: 3 * days },
};

/**
 * Which consultations may be delivered, and with whose checkout. Borrowers have one where the program says that they
 * pay; members have none, since their plan covers it.
 */
export const deliverySources: DeliverySources = {
  agent_intake: prepareDelivery,
  referral: prepareBorrowerDelivery,
  membership: async () => undefined,
};

/** What a settlement changes where a consultation came from; an intake and a redemption go on as they are. */
export const settlementSources: SettlementSources = { referral: prepareSettlement };

/** What ends with a case, and what happened to it that its own module does not see. */
export const closingSources: ClosingSources = {
  lockMoney: lockPayments,
  sources: { agent_intake: prepareIntakeClose, referral: prepareReferralClose, membership: prepareMemberClose },
  async lastActivity(ctx, consultationId) {
    const [paid, [reply], done] = await Promise.all([
      findLastPayment(ctx, consultationId),
      listReplies(ctx, consultationId),
      findLastAction(ctx, consultationId),
    ]);
    const times = [paid, reply && new Date(reply.received_at), done].filter((time) => time !== undefined);
    return times.toSorted((a, b) => b.getTime() - a.getTime())[0];
  },
};

/** What an appraisal is composed from, under which licence, and how its release delivers. */
export const appraisalSources: AppraisalSources = {
  collectSubject,
  licenceOf({ config, clock }, state) {
    const offer = explainOffer(config, 'research', { state, now: clock.now() });
    return offer.offered && offer.licence !== undefined ? { number: offer.licence, until: offer.endsOn } : undefined;
  },
  delivery: deliverySources,
};

/** An endpoint fails, and its institution's technical contact is notified. */
export const notifyTechnicalContacts: NotifyInstitutions = async (tx, notices) => {
  const contacts = await listTechnicalContacts(tx, [...new Set(notices.map(({ accountId }) => accountId))]);
  const messages = notices.flatMap((notice): NewMessage[] => {
    const { accountId, endpointId: subjectId, failingSince, purpose, sandbox, ...words } = notice;
    const to = contacts.get(accountId);
    if (to !== undefined) {
      const version = failingSince && { subjectVersion: failingSince.toISOString() };
      return [{ purpose, subjectId, ...version, sandbox, content: { channel: 'email', to, ...words } }];
    }
    tx.log.warn({ endpoint: subjectId }, 'webhooks.no-technical-contact');
    return [];
  });
  queueMessage(tx, ...messages);
};

/** A set-up link leaves as every message does. */
export function queueSetupMail(tx: Tx, { staffId: subjectId, expiresAt, to, ...words }: SetupMail): void {
  const subjectVersion = expiresAt.toISOString();
  queueMessage(tx, {
    purpose: messagePurposes.staffSetup,
    subjectId,
    subjectVersion,
    content: { channel: 'email', to, ...words },
  });
}
