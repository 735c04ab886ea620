import { isInAgentSandbox } from '#actor';
import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { messagePurposes, queueMessage } from '#modules/customers';
import { agentApiUrl } from '../rules.ts';
import { findProfile } from '../store.ts';

/** What an operator is told about, in the words of the mail. */
const happenings = {
  'key rotated': [
    'The key of your agent was replaced',
    'Its key was replaced by a new one; the old one stopped working.',
  ],
  'key recovered': [
    'The key of your agent was replaced',
    'Its key was replaced with a code that we mailed to this address.',
  ],
  'webhook set': ['The webhook of your agent has changed', 'Its webhook has a new address or a new signing secret.'],
  'webhook removed': [
    'The webhook of your agent was removed',
    'Its webhook was removed; nothing is delivered any more.',
  ],
} as const;

/** Tells the operator by mail, so that whoever has a stolen key cannot act unnoticed. */
export async function queueAgentNotice(tx: Tx, principalId: string, what: keyof typeof happenings): Promise<void> {
  const profile = await findProfile(tx.db, principalId);
  // Erased: the address of a test agent was somebody else's.
  if (profile === undefined || profile.operator_email === '') return;
  const [subject, sentence] = happenings[what];
  const livemode = !isInAgentSandbox(tx.actor);
  const url = agentApiUrl(tx.config, livemode);
  queueMessage(tx, {
    purpose: messagePurposes.agentNotice,
    subjectId: newId('akn', tx.clock.now()),
    ...(livemode ? {} : { sandbox: true, accountId: principalId }),
    content: {
      channel: 'email',
      to: profile.operator_email,
      mail: {
        language: 'en',
        subject,
        paragraphs: [
          `This is about your agent ${principalId}. ${sentence}`,
          `If this was not you, somebody else has its key. Ask for a recovery code with POST ${url}/recover and the principal_id ${principalId}: it comes to this address, and with it you get a new key while all others stop working. Then check the webhook with GET ${url}/me.`,
        ],
        why: 'You get this because this address is the operator of a registered agent.',
      },
    },
  });
}
