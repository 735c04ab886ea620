// What left the service and when, and what is measured of it.
import { federalHours, isHour, mailboxOf, type People } from './people.ts';

type Sent = { readonly at: number; readonly to: string };
type Stop = {
  readonly at: number;
  readonly phone: string;
  readonly emails: readonly string[];
  readonly answered: boolean;
};

const dayMs = 86_400_000;

export class Ledger {
  readonly mails: Sent[] = [];
  readonly texts: Sent[] = [];
  readonly offers: Sent[] = [];
  readonly stops: Stop[] = [];
  /** Words of a stranger that stood in a message. */
  foreignWords = 0;
}

/** The most of one name in any 24 hours. */
export function mostInADay(sent: readonly Sent[], nameOf: (to: string) => string = (to) => to): number {
  const byName = Map.groupBy(sent, ({ to }) => nameOf(to));
  return Math.max(0, ...[...byName.values()].map(mostInWindow));
}

function mostInWindow(sent: readonly Sent[]): number {
  const times = sent.map(({ at }) => at).toSorted((a, b) => a - b);
  let first = 0;
  return times.reduce((most, at, index) => {
    while ((times[first] ?? at) <= at - dayMs) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

/** The most of one UTC day. */
export const mostOfAnyDay = (sent: readonly Sent[]): number =>
  Math.max(0, ...[...Map.groupBy(sent, ({ at }) => Math.floor(at / dayMs)).values()].map((day) => day.length));

export const textsOutsideHours = ({ texts }: Ledger, people: People): number =>
  texts.filter(({ at, to }) => {
    const person = people.byPhone.get(to);
    return person !== undefined && !isHour(person, at, federalHours);
  }).length;

/** A stop is confirmed at once or not at all. */
const confirmMs = 30 * 60_000;

/** One text may confirm a stop that came by text; everything else after it is too much. */
export function messagesAfterStop({ stops, mails, texts }: Ledger): number {
  return stops.reduce((sum, stop) => {
    const late = ({ at }: Sent) => at > stop.at;
    const mailed = mails.filter((mail) => late(mail) && stop.emails.includes(mail.to)).length;
    const texted = texts.filter((text) => late(text) && text.to === stop.phone);
    const confirmed = stop.answered && texted.some(({ at }) => at <= stop.at + confirmMs);
    return sum + mailed + texted.length - (confirmed ? 1 : 0);
  }, 0);
}

export const offersAfterStop = ({ stops, offers }: Ledger): number =>
  stops.reduce((sum, { at, phone }) => sum + offers.filter((offer) => offer.to === phone && offer.at > at).length, 0);

export const mailsPerMailbox = ({ mails }: Ledger): number => mostInADay(mails, mailboxOf);
