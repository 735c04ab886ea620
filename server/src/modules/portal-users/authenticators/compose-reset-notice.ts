import type { Mail } from '#lib/mail/mail';

type Notice = Pick<Mail, 'subject' | 'paragraphs'>;

/** To the owners of an institution; who it is about is in the trail, not in a mail. */
export const composeResetNotice = (news: 'reset here' | 'reset by us' | 'replaced'): Notice => notices[news];

const notices: Readonly<Record<'reset here' | 'reset by us' | 'replaced', Notice>> = {
  'reset here': {
    subject: 'The authenticator of a member was reset',
    paragraphs: [
      'An owner or admin of your institution reset the authenticator of a member at the Makewhole partner portal. The member gets a mail with a link, and needs their password to set up another one.',
      'Who it is, and who did it, you see in the trail. If nobody of you meant to, remove the member under Members.',
    ],
  },
  'reset by us': {
    subject: 'Somebody asked us to reset the authenticator of a member',
    paragraphs: [
      'Somebody who said to be a member of your institution asked the Makewhole team to reset their authenticator at the partner portal. It waits for 24 hours, in which the member can stop it; afterwards they need the link that we mailed them and their password.',
      'Who it is, you see in the trail. If you doubt that it was them, remove the member under Members, and answer this mail.',
    ],
  },
  replaced: {
    subject: 'A member has another authenticator',
    paragraphs: [
      'A member of your institution set up another authenticator at the Makewhole partner portal, after a reset. Who it is, you see in the trail.',
    ],
  },
};
