import type { Language } from './language.ts';

/** US conventions in both languages: the dollar sign first; in English the month before the day. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Formats contain narrow and non-breaking spaces, which would double the size of a text message. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

type At = { readonly language: Language; readonly timeZone: string };

export const formatDay = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { dateStyle: 'long', timeZone });

/** With the weekday, for upcoming events. */
export const formatWeekday = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { weekday: 'long', month: 'long', day: 'numeric', timeZone });

/** The same where space is limited, as in a select list. */
export const formatShortDay = (date: Date, { language, timeZone }: At): string =>
  date.toLocaleDateString(locales[language], { weekday: 'short', month: 'short', day: 'numeric', timeZone });

/** With the zone, because the reader may be in another one. */
export const formatTime = (date: Date, { language, timeZone }: At): string =>
  plainSpaces(
    date.toLocaleTimeString(locales[language], { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' }),
  );

/** In Spanish an hour takes an article, and one o'clock is singular: "a la 1:00", "entre las 12:00 y la 1:00". */
export const withArticle = (time: string): string => `${/^1\b/.test(time) ? 'la' : 'las'} ${time}`;

export const formatMoney = (cents: number, language: Language): string =>
  plainSpaces((cents / 100).toLocaleString(locales[language], { style: 'currency', currency: 'USD' }));

export const formatNumber = (number: number, language: Language): string => number.toLocaleString(locales[language]);
