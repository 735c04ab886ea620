import type { PageLink } from '#lib/text/page-link';
import { addDays } from '#lib/time/dates';
import type { choices } from '#modules/consultations';

/** A link expires after half a year unless a new one is requested. */
const linkDays = 180;

/** The number of new links per day is limited, with a pause between them, because anyone who knows a case number can ask. */
export const renewals = { perDay: 3, pauseS: 120 } as const;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A link ends when its contact changes, when a newer link was sent, and after half a year. Tokens have a resolution of one second. */
export const isEnded = (link: PageLink, { contacts, linksSince }: choices.Standing, now: Date): boolean =>
  !link.isFor(contacts) ||
  (linksSince !== undefined && seconds(link.issuedAt) < seconds(linksSince)) ||
  now >= addDays(link.issuedAt, linkDays);
