import { describe, expect, it } from 'vitest';
import { commonPasswords, findPasswordProblem, guessableText, tooShortText } from './password-choice.ts';

const chooser = { name: 'Rosalind Franklin', email: 'r.franklin@kingscollege.example', teamName: 'Fair Value Desk' };
const problemOf = (password: string) => findPasswordProblem(password, chooser);

describe('a password that somebody chooses', () => {
  it.each(['short', '', 'elevenchars', 'áéíóúáéíóúá'])('a password is too short: %j', (password) => {
    expect(problemOf(password)).toBe(tooShortText);
  });

  it.each([
    'qwerty123456',
    'QWERTY 123456',
    'Password1234',
    'P@ssw0rd2026!',
    'passwordpassword',
    'password password!',
    'dragon!!!!!!!',
    '123456789012',
    'abcdefghijklmn',
    'zyxwvutsrqpo',
    'aaaaaaaaaaaa',
    'xyzxyzxyzxyz',
    '!!!!!!!!!!!!!!',
    '2026-11-17-2026',
  ])('is one that others use, or repeats itself: %j', (password) => {
    expect(problemOf(password)).toBe(guessableText);
  });

  it.each([
    'makewhole2026',
    'M4kewhole 2026!',
    'rosalindfranklin',
    'Franklin.1920.!',
    'rfranklin@kingscollege',
    'fairvaluedesk1',
    'Rosalind-Makewhole',
  ])('is made of its owner, the team or the service: %j', (password) => {
    expect(problemOf(password)).toBe(guessableText);
  });

  it.each([
    'correct horse battery staple',
    'a long synthetic password',
    'synthetic 3f2b8c1e',
    'franklin drew photograph fifty-one',
    'mijn fiets heeft vier wielen',
    'пароль из четырёх слов',
    '十二文字以上の長い合言葉です',
    'x7#kQ!vR2m@Z',
    `${'long '.repeat(30)}and longer`,
  ])('a password is accepted, whatever characters it has: %j', (password) => {
    expect(problemOf(password)).toBeUndefined();
  });

  it('a password is compared with ten thousand common ones', () => {
    expect(commonPasswords().size).toBe(10_000);
    const long = [...commonPasswords()].filter((word) => word.length >= 12);
    expect(long.length).toBeGreaterThan(300);
    expect(long.filter((word) => problemOf(word) === undefined)).toEqual([]);
  });
});
