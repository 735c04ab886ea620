import type { Language } from './language.ts';

/** As the United States write them in either language: the dollar first, the month before the day in English. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Formats have narrow and fixed spaces in places, which a text message would have to be sent in twice the size for. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

type At = { readonly language: Language; readonly timeZone: string };

export const formatDay = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { dateStyle: 'long', timeZone });

/** With the day of the week, for what is about to happen. */
export const formatWeekday = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { weekday: 'long', month: 'long', day: 'numeric', timeZone });

/** The same where there is little room, as in a list to choose from. */
export const formatShortDay = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { weekday: 'short', month: 'short', day: 'numeric', timeZone });

/** With the zone, since a reader may be elsewhere. */
export const formatTime = (date: Date, { language, timeZone }: At): string =>
  plainSpaces(
    date.toLocaleTimeString(locales[language], { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' }),
  );

/** Spanish says an hour with its article, and one o'clock in the singular: "a la 1:00", "entre las 12:00 y la 1:00". */
export const withArticle = (time: string): string => `${/^1\b/.test(time) ? 'la' : 'las'} ${time}`;

export const formatMoney = (cents: number, language: Language): string =>
  plainSpaces((cents / 100).toLocaleString(locales[language], { style: 'currency', currency: 'USD' }));

export const formatNumber = (number: number, language: Language): string => number.toLocaleString(locales[language]);
