import type { PageLink } from '#lib/text/page-link';
import { addDays } from '#lib/time/dates';
import type { choices } from '#modules/consultations';

/** A link that nobody asked for anew in half a year has served its time. */
const linkDays = 180;

/** A day has so many new links at most, and a pause between them: whoever knows a case number can ask. */
export const renewals = { perDay: 3, pauseS: 120 } as const;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** It ends with its contact, when a newer one was asked for, and after half a year. Tokens know whole seconds only. */
export const isEnded = (link: PageLink, { contacts, linksSince }: choices.Standing, now: Date): boolean =>
  !link.isFor(contacts) ||
  (linksSince !== undefined && seconds(link.issuedAt) < seconds(linksSince)) ||
  now >= addDays(link.issuedAt, linkDays);
