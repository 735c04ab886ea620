/** The languages of customers' messages and pages. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Each by its own name, for the link that switches to it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

/** The first supported language in the reader's order of preference (RFC 9110, 12.5.4); English when there is none. */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 200).split(',');
  const wanted = ranges.flatMap((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const [primary] = tag.split('-');
    const weight = Number(parameters.map((one) => /^\s*q=([\d.]{1,5})\s*$/.exec(one)?.[1]).find(Boolean) ?? 1);
    return isLanguage(primary) && weight > 0 ? [{ language: primary, weight }] : [];
  });
  return wanted.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? 'en';
}
