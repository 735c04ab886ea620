import { codeMessages } from '#modules/agents';
import { isRenewalWanted, type DeliverySources } from '#modules/checkout';
import type { CaseSources } from '#modules/consultations';
import { queueMessage, type MessageOwners, type NewMessage } from '#modules/customers';
import { isWelcomeWanted, listIntakeContacts, readyForDelivery, recordWelcomeSent } from '#modules/intakes';
import { listTechnicalContacts } from '#modules/partners';
import { listMemberContacts } from '#modules/plans';
import { isInvitationOpen, listBorrowerContacts, takeNo } from '#modules/referrals';
import { isWarningTrue, type TellOfEndpoints } from '#modules/webhooks';

/**
 * What flows back against the order of modules: before a message leaves, the module that queued it is asked whether it is
 * still true; afterwards it is told what became of it.
 */
export const messageOwners: MessageOwners = {
  'intake.welcome': { isTrue: isWelcomeWanted, sent: recordWelcomeSent },
  'referral.invitation': { isTrue: isInvitationOpen },
  'agents.code': codeMessages,
  'checkout.hold-ended': { isTrue: isRenewalWanted },
  'webhooks.endpoint-failing': { isTrue: isWarningTrue },
  'webhooks.deliveries-exhausted': { isTrue: isWarningTrue },
};

/**
 * Which consultations may be delivered, and with whose checkout. Borrowers and plan members have none: their institution
 * pays.
 */
export const deliverySources: DeliverySources = {
  agent_intake: readyForDelivery,
  referral: async () => undefined,
  membership: async () => undefined,
};

/**
 * Whom to call about a case, and what else happens when they say no. An intake's calls are noted at the intake, which
 * declines it; a member's redemption stays for staff to complete or to cancel.
 */
export const caseSources: CaseSources = {
  contacts: {
    agent_intake: listIntakeContacts,
    referral: listBorrowerContacts,
    membership: listMemberContacts,
  },
  noes: { referral: takeNo },
};

/** An endpoint fails, and whom its institution named is written to. */
export const tellTechnicalContacts: TellOfEndpoints = async (tx, notices) => {
  const contacts = await listTechnicalContacts(tx, [...new Set(notices.map(({ accountId }) => accountId))]);
  const messages = notices.flatMap((notice): NewMessage[] => {
    const { accountId, endpointId: subjectId, failingSince, purpose, sandbox, ...words } = notice;
    const to = contacts.get(accountId);
    if (to !== undefined) {
      const version = failingSince && { subjectVersion: failingSince.toISOString() };
      return [{ purpose, subjectId, ...version, sandbox, content: { channel: 'email', to, ...words } }];
    }
    tx.log.warn({ endpoint: subjectId }, 'webhooks.nobody-to-tell');
    return [];
  });
  queueMessage(tx, ...messages);
};
