import { messagePurposes, safeName, type NewMessage } from '#modules/customers';
import { escapeHtml } from '#lib/text/html';
import type { Intake } from '../store.ts';
import { hasNumber } from './rules.ts';

/** Makes the link for one message to one contact. */
export type LinkFor = (via: 'email' | 'text', contact: string) => string;

/**
 * The first messages to the customer, one per contact, each with a link of its own; names typed by others cannot become
 * links (D-143).
 */
export function composeWelcome(intake: Intake, linkFor: LinkFor): NewMessage[] {
  const { agent, customer } = intake.request;
  const sender = safeName(agent.name) ?? safeName(agent.platform) ?? 'An agent';
  const name = customer.first_name === undefined ? undefined : safeName(customer.first_name);
  const greeting = name === undefined ? 'Hi,' : `Hi ${name},`;
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.welcome,
    subjectId: intake.id,
    content,
  });
  const messages: NewMessage[] = [];
  if (intake.email !== undefined) {
    messages.push(
      to({
        channel: 'email',
        to: intake.email,
        ...welcomeEmail({
          greeting,
          sender,
          url: linkFor('email', intake.email),
          next: hasNumber(intake) ? call : noCall,
        }),
      }),
    );
  }
  if (intake.phone !== undefined) {
    messages.push(
      to({
        channel: 'text',
        to: intake.phone,
        text: welcomeText({ greeting, sender, url: linkFor('text', intake.phone) }),
      }),
    );
  }
  return messages;
}

type Words = { readonly greeting: string; readonly sender: string; readonly url: string };

const call =
  'A person from our team will call you to confirm that the request came from you or your representative. We never place automated calls.';
/** Without a number nobody can call. */
const noCall = 'A person from our team will look at your request. We have no number that we can call you at.';

function welcomeEmail({ greeting, sender, url, next }: Words & { readonly next: string }) {
  const asked = `${sender} says you asked us to look at your total-loss claim. The consultation is free.`;
  const notYou = 'If this was not you, open the link and say so; we will not contact you again about it.';
  return {
    subject: 'Please confirm: a free look at your total-loss claim',
    text: `${greeting}\n\n${asked}\n\nConfirm that you want it:\n${url}\n\n${next}\n\n${notYou}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
      `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(asked)}</p>`,
      `<p><a href="${escapeHtml(url)}">Confirm that you want the free consultation</a></p>`,
      `<p>${next}</p><p>${notYou}</p></body></html>`,
    ].join(''),
  };
}

const welcomeText = ({ greeting, sender, url }: Words): string =>
  `Makewhole: ${greeting} ${sender} says you asked us to look at your total-loss claim, free. Confirm: ${url} A person will call you, never a machine. Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
