import type { Mail } from '#lib/mail/mail';

type Links = { readonly setUp: string; readonly stop: string | undefined; readonly opensAt: Date };

const why = 'You get this because it is your account.';

/** To the user: how they set up another authenticator, and, where there is a wait, how they stop it. */
export const composeResetMail = ({ setUp, stop, opensAt }: Links): Mail =>
  stop === undefined
    ? {
        language: 'en',
        subject: 'Set up a new authenticator for the Makewhole portal',
        paragraphs: [
          'An administrator of your institution reset the authenticator of your account at the Makewhole partner portal. You were signed out everywhere; your authenticator, your recovery codes, your passkeys and your portal tokens do not work any more.',
          'Open this link to set up a new authenticator. It asks for your password, and works once, within three days.',
          'If you did not ask for it, talk to the owners of your institution before you open it.',
        ],
        button: { words: 'Set up a new authenticator', url: setUp },
        why,
      }
    : {
        language: 'en',
        subject: 'Somebody asked us to reset your authenticator',
        paragraphs: [
          `Somebody who said to be you asked our team to reset the authenticator of your account at the Makewhole partner portal. Nothing has changed yet, and nothing changes before ${atUtc(opensAt)}.`,
          'If it was not you, stop it now. Signing in with your authenticator or a passkey stops it too.',
          `If it was you, open the second link from then on. It asks for your password, and works once, for three days.`,
        ],
        button: { words: 'Stop the reset', url: stop },
        links: [{ words: 'Set up a new authenticator', url: setUp }],
        why,
      };

const atUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
