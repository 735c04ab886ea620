import type { Mail } from '#lib/mail/mail';
import { unlinkedName } from '#modules/customers';
import type { ContactKind } from './rules.ts';

type ContactNews =
  | { readonly news: 'confirm'; readonly url: string }
  | { readonly news: 'replaced' }
  | { readonly news: 'removed' };

type AboutContact = { readonly kind: ContactKind; readonly institution: string };

/** To a new address: a link. To the one before: that it is no longer used; not by which one, as it may not be theirs to know. */
export function composeContactMail({ kind, institution }: AboutContact, about: ContactNews): Mail {
  const name = unlinkedName(institution) ?? 'an institution';
  const what = `the ${kind} contact of ${name}`;
  if (about.news === 'confirm')
    return {
      language: 'en',
      subject: `Confirm this address as ${kind} contact`,
      paragraphs: [
        `Somebody with access to the Makewhole partner portal of ${name} wants us to write to this address as ${what}.`,
        'Open this link to confirm it. It works once, within three days. Until then nothing changes.',
      ],
      button: { words: 'Confirm this address', url: about.url },
      why: 'You get this because this address was entered in the portal. If you do not expect it, ignore it.',
    };
  return {
    language: 'en',
    subject: `This address is no longer the ${kind} contact`,
    paragraphs: [
      about.news === 'replaced'
        ? `Another address was confirmed as ${what}. We no longer write to this one as such.`
        : `This address was removed as ${what}. We no longer write to it as such.`,
      'If this is a mistake, somebody who manages the portal of your institution can change it back under Settings, Contacts; the trail there says who changed it.',
    ],
    why: `You get this because this address was ${what}.`,
  };
}
