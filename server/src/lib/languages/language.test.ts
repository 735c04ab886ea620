import { expect, it } from 'vitest';
import { pickLanguage } from './language.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['fr, es;q=0.5, en;q=0.4', 'es'],
  ['es;q=0, en;q=0.1', 'en'],
  ['de-DE,de', 'en'],
  ['*', 'en'],
  ['ES-US', 'es'],
  ['es;q=nonsense', 'es'],
])('the language of Accept-Language %j is %s', (header, language) => {
  expect(pickLanguage(header)).toBe(language);
});
