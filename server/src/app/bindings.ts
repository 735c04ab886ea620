import { codeMessages } from '#modules/agents';
import { isRenewalWanted, type DeliverySources } from '#modules/checkout';
import type { ConsultationSources } from '#modules/consultations';
import { messagePurposes, queueMessage, type MessageSources, type NewMessage } from '#modules/customers';
import { isWelcomeWanted, listIntakeContacts, prepareDelivery, recordWelcomeSent } from '#modules/intakes';
import { listTechnicalContacts } from '#modules/partners';
import { listMemberContacts } from '#modules/memberships';
import { isInvitationOpen, listBorrowerContacts, prepareDecline } from '#modules/referrals';
import { isWarningTrue, type NotifyInstitutions } from '#modules/webhooks';

/**
 * Calls against the order of modules: before a message is sent, the module that queued it is asked whether it is still
 * true; afterwards it gets the outcome.
 */
export const messageOwners: MessageSources = {
  [messagePurposes.welcome]: { isTrue: isWelcomeWanted, sent: recordWelcomeSent },
  [messagePurposes.invitation]: { isTrue: isInvitationOpen },
  [messagePurposes.registrationCode]: codeMessages,
  [messagePurposes.holdEnded]: { isTrue: isRenewalWanted },
  [messagePurposes.endpointFailing]: { isTrue: isWarningTrue },
  [messagePurposes.deliveriesExhausted]: { isTrue: isWarningTrue },
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

/**
 * Whom to call about a consultation, and what else happens when they decline. An intake's calls are recorded at the
 * intake, which declines it; a member's redemption stays for staff to complete or to cancel.
 */
export const consultationSources: ConsultationSources = {
  contacts: {
    agent_intake: listIntakeContacts,
    referral: listBorrowerContacts,
    membership: listMemberContacts,
  },
  noAnswers: { referral: prepareDecline },
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
