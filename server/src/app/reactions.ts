import type { DeliverySources } from '#modules/checkout';
import { queueMessage, type MessageReactions, type NewMessage } from '#modules/customers';
import { readyForDelivery, recordWelcomeSent } from '#modules/intakes';
import { listTechnicalContacts } from '#modules/partners';
import type { TellOfEndpoints } from '#modules/webhooks';

/** What flows back against the order of modules: a message has left, and the module that asked for it is told. */
export const messageReactions: MessageReactions = {
  'intake.welcome': recordWelcomeSent,
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

/** An endpoint fails, and whom its institution named is written to. */
export const tellTechnicalContacts: TellOfEndpoints = async (tx, notices) => {
  const contacts = await listTechnicalContacts(tx, [...new Set(notices.map(({ accountId }) => accountId))]);
  const messages = notices.flatMap(({ accountId, endpointId, purpose, sandbox, ...words }): NewMessage[] => {
    const to = contacts.get(accountId);
    if (to !== undefined) {
      return [{ purpose, subjectId: endpointId, sandbox, content: { channel: 'email', to, ...words } }];
    }
    tx.log.warn({ endpoint: endpointId }, 'webhooks.nobody-to-tell');
    return [];
  });
  queueMessage(tx, ...messages);
};
