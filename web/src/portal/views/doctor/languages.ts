import type { Body } from '#portal/api.ts';

export type Language = NonNullable<Body<'POST /doctor/request'>['language']>;

const key = 'portal.language';

export const languageOptions = [
  ['', 'Any'],
  ['javascript', 'JavaScript'],
  ['python', 'Python'],
  ['java', 'Java'],
  ['csharp', 'C#'],
  ['go', 'Go'],
  ['php', 'PHP'],
  ['ruby', 'Ruby'],
] as const;

const toLanguage = (text: string): Language | undefined => {
  const known = languageOptions.find(([value]) => value === text)?.[0];
  return known === undefined || known === '' ? undefined : known;
};

/** Remembered in this browser: a developer works in one language. */
export const readLanguage = (): string => localStorage.getItem(key) ?? '';
export const rememberLanguage = (text: string): void => localStorage.setItem(key, text);

export const languageMember = (text: string): { language?: Language } => {
  const language = toLanguage(text);
  return language === undefined ? {} : { language };
};
