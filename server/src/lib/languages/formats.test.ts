import { expect, it } from 'vitest';
import { formatTime, withArticle } from './formats.ts';

const at = (hour: string): string =>
  formatTime(new Date(`2026-11-16T${hour}:00Z`), { language: 'es', timeZone: 'UTC' });

it.each([
  ['00:30', 'las 12:30 a.m. UTC'],
  ['01:00', 'la 1:00 a.m. UTC'],
  ['10:00', 'las 10:00 a.m. UTC'],
  ['11:15', 'las 11:15 a.m. UTC'],
  ['12:00', 'las 12:00 p.m. UTC'],
  ['13:00', 'la 1:00 p.m. UTC'],
  ['13:45', 'la 1:45 p.m. UTC'],
  ['14:00', 'las 2:00 p.m. UTC'],
])('the Spanish time %s takes its article: %s', (hour, said) => {
  expect(withArticle(at(hour))).toBe(said);
});

it('one o’clock is singular in a span of hours', () => {
  expect(`entre ${withArticle(at('12:00'))} y ${withArticle(at('13:00'))}`).toBe(
    'entre las 12:00 p.m. UTC y la 1:00 p.m. UTC',
  );
});
