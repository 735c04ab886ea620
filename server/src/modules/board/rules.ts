import { firstIdAt } from '#lib/ids';

/** The columns of the board, in the order in which a case passes them. */
export const lanes = ['new', 'tried', 'confirmed', 'active', 'delivered'] as const;

export type Lane = (typeof lanes)[number];

/** The status that the case's own source gives it. */
export type CaseStatus = string;

/** Cards a column shows; nobody scrolls past fifty, they search or take the next call. */
export const cardsPerLane = 50;

/** What a search is for, from one line of text. */
export function readSearch(text: string) {
  const exact = text.trim();
  const digits = exact.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const compact = exact.replace(/[\s-]/g, '').toUpperCase();
  const telephone = /^[\d\s().+-]+$/.test(exact) && digits.length >= 4 && digits.length <= 10;
  const ending = /^[A-Z0-9]{4,17}$/.test(compact) ? compact : undefined;
  const words = /\p{L}{2}/u.test(exact) ? exact.split(/\s+/).slice(0, 5).map(anywhere) : undefined;
  return { exact, digits: telephone ? digits : undefined, ending, words };
}

/** Whether it looks like an id or a number of ours, which needs no search. */
export const isName = (text: string): boolean => /^([a-z]+_[0-9A-Za-z]+|CN-T?\d+)$/i.test(text);

/** A pattern that finds the word wherever it stands; what was typed is text and no pattern. */
const anywhere = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Statuses in which nobody may be called but by who holds the case. */
export const isBeingCalled = (lane: Lane): boolean => lane === 'new' || lane === 'tried';

/** Ages by which a lead sees whether the team keeps up. */
export const ageBounds = [
  { name: 'under 1 hour', seconds: 3600 },
  { name: '1 to 4 hours', seconds: 4 * 3600 },
  { name: '4 to 24 hours', seconds: 86_400 },
  { name: '1 to 3 days', seconds: 3 * 86_400 },
] as const;

/** Calls are counted from midnight UTC; their ids order by time, so the day is a range of ids. */
export function firstCallToday(now: Date): string {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  return firstIdAt('cal', midnight);
}
