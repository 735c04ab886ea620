import type { Mail } from '#lib/mail/mail';
import type { IssuedSetup } from './issue-setup.ts';

/** A set-up link by mail; bound in app/, because messages are in a later module. */
export type SetupMail = {
  readonly staffId: string;
  /** Until when the link works; a later link makes this mail untrue. */
  readonly expiresAt: Date;
  readonly to: string;
  readonly mail: Mail;
};

/** Says nothing of who else is on the team, and holds no secret but the link. */
export function composeSetupMail(member: { id: string; email: string }, { url, expiresAt }: IssuedSetup): SetupMail {
  return {
    staffId: member.id,
    expiresAt,
    to: member.email,
    mail: {
      language: 'en',
      subject: 'Set up your sign-in to the Makewhole board',
      paragraphs: [
        'You have an account on the Makewhole board.',
        'Open this link to choose your password and to add the account to an authenticator app. It works once, within 24 hours.',
      ],
      button: { words: 'Set up your sign-in', url },
      why: 'You get this because an administrator of your team invited you. If you did not expect it, ignore it and tell them.',
    },
  };
}
