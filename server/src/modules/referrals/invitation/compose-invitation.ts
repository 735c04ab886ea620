import type { Tx } from '#context';
import { escapeHtml } from '#lib/text/html';
import { messagePurposes, safeName, unlinkedName, type NewMessage } from '#modules/customers';
import type { Referral } from '../store.ts';
import type { Invitation } from './create-invitation.ts';
import { hasNumber, linkVersion } from './rules.ts';

/** The institution's name, made safe for a message. */
const inviter = (name: string): string => unlinkedName(name) ?? 'Your lender';

/** The invitation, one message per contact; names cannot become links (D-143). */
export function composeInvitation(
  tx: Tx,
  referral: Referral,
  { token, link, institution }: Invitation & { readonly institution: string },
): NewMessage[] {
  const url = `${tx.config.publicBaseUrl}/i/${token}`;
  const { email, phone, first_name: firstName } = referral.borrower;
  const name = safeName(firstName);
  const greeting = name === undefined ? 'Hi,' : `Hi ${name},`;
  const words = { greeting, sender: inviter(institution), url, call: hasNumber(referral) ? call : noCall };
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.invitation,
    subjectId: referral.id,
    subjectVersion: linkVersion(link.hash),
    content,
    sandbox: !referral.livemode,
  });
  return [
    ...(email === null ? [] : [to({ channel: 'email', to: email, ...invitationEmail(words) })]),
    ...(phone === null ? [] : [to({ channel: 'text', to: phone, text: invitationText(words) })]),
  ];
}

type Words = { readonly greeting: string; readonly sender: string; readonly url: string };

const call = 'If you accept, a person from our team calls you. We never place automated calls.';
const noCall = 'We have no number that we can call you at. If you accept, please ask your lender to add it.';

function invitationEmail({ greeting, sender, url, call: how }: Words & { readonly call: string }) {
  const why = `${sender} invites you to a free look at your total-loss claim: whether the insurer’s offer is what your car was worth.`;
  const no = 'If you do not want it, say no on the same page, or ignore this message.';
  return {
    subject: 'An invitation: a free look at your total-loss claim',
    text: `${greeting}\n\n${why}\n\nAccept or decline:\n${url}\n\n${how}\n\n${no}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
      `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(why)}</p>`,
      `<p><a href="${escapeHtml(url)}">Accept or decline the free consultation</a></p>`,
      `<p>${how}</p><p>${no}</p></body></html>`,
    ].join(''),
  };
}

const invitationText = ({ greeting, sender, url }: Words): string =>
  `Makewhole: ${greeting} ${sender} invites you to a free look at your total-loss claim. Accept or decline: ${url} A person calls you, never a machine. Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
