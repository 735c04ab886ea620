import type { Mail } from '#lib/mail/mail';

export type EndedWays = {
  readonly tokens: number;
  readonly passkeysEnded: number;
  readonly passkeysLeft: number;
};

/** To the owner of the account, after its password was reset. */
export const composeResetNews = ({ tokens, passkeysEnded, passkeysLeft }: EndedWays): Mail => ({
  language: 'en',
  subject: 'Your password for the Makewhole portal was changed',
  paragraphs: [
    `A new password was set for your account at the Makewhole partner portal, by a link that was mailed to this address and ${passkeysLeft > 0 ? 'a recovery code' : 'a code'}. Everybody was signed out, and no browser is known any more.`,
    ...(tokens > 0 ? [`Your portal tokens were revoked: ${tokens}. Programs that use them need new ones.`] : []),
    ...(passkeysEnded > 0
      ? [`Your passkeys were removed: ${passkeysEnded}. You can add them again under your account.`]
      : []),
    ...(passkeysLeft > 0
      ? [
          `Your passkeys still sign you in: ${passkeysLeft}. Look at them under your account, and remove each that you do not know.`,
        ]
      : []),
    'If it was not you, answer this mail at once.',
  ],
  why: 'You get this because it is your account.',
});
