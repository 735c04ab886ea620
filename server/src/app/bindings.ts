import { codeMessages } from '#modules/agents';
import { findHoldConsultation, isRenewalWanted, listRenewalContacts, type DeliverySources } from '#modules/checkout';
import { getConsultation, listContacts, type ConsultationSources } from '#modules/consultations';
import { findCallWindow, isNumberWanted } from '#mount/consultations/workers';
import { messagePurposes, queueMessage, type MessageSource, type NewMessage } from '#modules/customers';
import type { MessageSources } from '#mount/customers/workers';
import {
  isWelcomeWanted,
  listIntakeContacts,
  prepareDelivery,
  recordWelcomeSent,
  takeIntakeNumber,
} from '#modules/intakes';
import { listTechnicalContacts } from '#modules/partners';
import { listMemberContacts, strikeMemberNumber, takeMemberNumber } from '#modules/memberships';
import {
  isInvitationOpen,
  listBorrowerContacts,
  prepareDecline,
  strikeBorrowerNumber,
  takeBorrowerNumber,
} from '#modules/referrals';
import { isAnswerWanted, isReplyRecent } from '#modules/replies';
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
  [messagePurposes.holdEnded]: {
    isTrue: isRenewalWanted,
    contacts: listRenewalContacts,
    window: windowOfHold,
    usefulForS: 3 * days,
  },
  [messagePurposes.stopConfirmed]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.help]: { isTrue: isReplyRecent, anyHour: true },
  [messagePurposes.answer]: {
    isTrue: isAnswerWanted,
    contacts: contactsOfCase,
    window: windowOfCase,
    usefulForS: 2 * days,
  },
  [messagePurposes.endpointFailing]: { isTrue: isWarningTrue, usefulForS: 3 * days },
  [messagePurposes.deliveriesExhausted]: { isTrue: isWarningTrue, usefulForS: 3 * days },
};

/**
 * Which consultations may be delivered, and with whose checkout. Borrowers and members have none: their institution
 * pays.
 */
export const deliverySources: DeliverySources = {
  agent_intake: prepareDelivery,
  referral: async () => undefined,
  membership: async () => undefined,
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
