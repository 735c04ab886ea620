import type { Tx } from '#context';
import { messagePurposes, messageTemplates, safeName, toText, type NewMessage } from '#modules/customers';
import type { Intake } from '../store.ts';
import { hasNumber } from './rules.ts';

/** Makes the link for one message to one contact. */
export type LinkFor = (via: 'email' | 'text', contact: string) => string;

/**
 * The first messages to the customer, one per contact, each with a link of its own; names typed by others cannot become
 * links (D-143). Which language they read is not known yet, so the mail says in Spanish where to go on in Spanish.
 */
export function composeWelcome(tx: Tx, intake: Intake, linkFor: LinkFor): NewMessage[] {
  const { agent, customer } = intake.request;
  const sender = safeName(agent.name) ?? safeName(agent.platform);
  const name = customer.first_name === undefined ? undefined : safeName(customer.first_name);
  const wordsFor = (url: string) =>
    messageTemplates.welcome.en.words({ name, sender, url, callable: hasNumber(intake) });
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.welcome,
    subjectId: intake.id,
    sandbox: intake.test,
    content,
  });
  const messages: NewMessage[] = [];
  if (intake.email !== undefined) {
    const url = linkFor('email', intake.email);
    const mail = { ...wordsFor(url).mail, language: 'en', links: [messageTemplates.inSpanish(url)] } as const;
    messages.push(to({ channel: 'email', to: intake.email, mail }));
  }
  if (intake.phone !== undefined) {
    const { text } = wordsFor(linkFor('text', intake.phone));
    messages.push(
      to({
        channel: 'text',
        to: intake.phone,
        text: toText(tx.config.team, { language: 'en', words: text, ending: 'first' }),
      }),
    );
  }
  return messages;
}
