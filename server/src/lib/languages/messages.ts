import type { Html } from '#lib/text/html';
import type { Language } from './language.ts';

/** The same messages in another language: the same names, with the same parameters. */
type Translated<T> = T extends string
  ? string
  : T extends Html
    ? Html
    : T extends (...parameters: infer P) => infer R
      ? (...parameters: P) => Translated<R>
      : { readonly [K in keyof T]: Translated<T[K]> };

/** Messages for people, in each language. The compiler refuses a name that one of them lacks; words.test.ts an unused one. */
export type Words<T> = Readonly<Record<Language, Translated<T>>>;

export const defineMessages = <const T>(en: T, es: NoInfer<Translated<T>>): Words<T> => ({
  en: en as Translated<T>,
  es,
});
