import type { MessageReactions } from '#modules/customers';
import { recordWelcomeSent } from '#modules/intakes';

/** What flows back against the order of modules: a message has left, and the module that asked for it is told. */
export const messageReactions: MessageReactions = {
  'intake.welcome': recordWelcomeSent,
};
