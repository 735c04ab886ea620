import type { Mail } from '#lib/mail/mail';

type PasskeyNews = 'added' | 'copied';

/** To the owner of the account; what they called the passkey is left out, since anybody with the session could have chosen it. */
export const composePasskeyMail = (news: PasskeyNews): Mail =>
  news === 'added'
    ? {
        language: 'en',
        subject: 'A passkey was added to your account',
        paragraphs: [
          'A passkey was added to your account at the Makewhole partner portal. It signs you in without password and code.',
          'If it was not you, remove it under your account, change your password and sign out everywhere.',
        ],
        why: 'You get this because you have an account at the partner portal.',
      }
    : {
        language: 'en',
        subject: 'A passkey of yours was refused',
        paragraphs: [
          'Somebody tried to sign in to the Makewhole partner portal with a passkey of yours, and its counter had gone back. That happens when a passkey was copied. Nobody was signed in.',
          'Remove this passkey under your account and register a new one. You get this message at most once a day.',
        ],
        why: 'You get this because you have an account at the partner portal.',
      };
