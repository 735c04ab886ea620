import type { Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { messagePurposes, queueMessage } from '#modules/customers';

type News = 'replaced' | 'stopped by sign-in' | 'stopped by link' | 'stopped by us';
type Told = { readonly id: string; readonly email: string };

/** To the owner of the account: what became of a reset of their authenticator. */
export function queueAuthenticatorNews(tx: Tx, { id, email }: Told, news: News): void {
  const mail: Mail = { language: 'en', ...words[news], why: 'You get this because it is your account.' };
  queueMessage(tx, {
    purpose: messagePurposes.authenticatorNews,
    subjectId: id,
    content: { channel: 'email', to: email, mail },
  });
}

const stopped = (how: string): Pick<Mail, 'subject' | 'paragraphs'> => ({
  subject: 'The reset of your authenticator was stopped',
  paragraphs: [
    `The reset of the authenticator of your account at the Makewhole partner portal was stopped${how}. Nothing has changed, and its links do not work any more.`,
    'If you did not ask for the reset, somebody else did. Choose another password, and answer this mail.',
  ],
});

const words: Readonly<Record<News, Pick<Mail, 'subject' | 'paragraphs'>>> = {
  replaced: {
    subject: 'Your authenticator for the Makewhole portal was replaced',
    paragraphs: [
      'Another authenticator was set up for your account at the Makewhole partner portal, with the link of a reset and your password. Everybody was signed out, and passkeys, portal tokens and the recovery codes from before do not work any more.',
      'If it was not you, answer this mail at once.',
    ],
  },
  'stopped by sign-in': stopped(', because you signed in'),
  'stopped by link': stopped(' by the link in our mail'),
  'stopped by us': stopped(' by our team'),
};
