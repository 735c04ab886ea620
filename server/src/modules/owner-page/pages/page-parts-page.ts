import { formatDay, formatMoney, formatShortDay, formatTime, formatWeekday } from '#lib/languages/formats';
import { html, type Html } from '#lib/text/html';
import type { PageView } from '../views/facts.ts';

type Where = Pick<PageView, 'language' | 'zone'>;

export const dayOf = ({ language, zone }: Where, at: Date): string => formatDay(at, { language, timeZone: zone });
export const weekdayOf = ({ language, zone }: Where, at: Date): string =>
  formatWeekday(at, { language, timeZone: zone });
export const shortDayOf = ({ language, zone }: Where, at: Date): string =>
  formatShortDay(at, { language, timeZone: zone });
export const timeOf = ({ language, zone }: Where, at: Date): string => formatTime(at, { language, timeZone: zone });

/** Without a time zone, for the start of a span whose end shows it. */
export const hourOf = (where: Where, at: Date): string => timeOf(where, at).replace(/ \S+$/, '');

/** Whole dollars are written without cents. */
export const moneyOf = ({ language }: Pick<PageView, 'language'>, cents: number): string =>
  formatMoney(cents, language).replace(/\.00$/, '');

/** Where a form of the page posts to. The response is in the language of the page. */
export const actionOf = ({ token, language }: Pick<PageView, 'token' | 'language'>, what: string): string =>
  `/case/${token}/${what}?lang=${language}`;

/** Text that others typed, isolated in its own writing direction and never presented as our words. */
export const typed = (text: string): Html => html`<bdi>${text}</bdi>`;
