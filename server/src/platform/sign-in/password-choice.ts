import { readFileSync } from 'node:fs';

export const passwordLengthMin = 12;

/** Hashing a longer one would cost no more, but form fields need a limit. */
export const passwordLengthMax = 200;

/** Shown before the form is submitted. */
export const passwordHint =
  'Any characters, spaces too. A few words that do not belong together are good; common passwords, and those made of your name or ours, are refused.';

export const tooShortText = 'The password needs 12 characters or more.';

export const guessableText =
  'This password is too easy to guess: others use it, it repeats itself, or it is made of your name, your address or ours. Choose another.';

/** The person whose data must not make up the password. */
type Chooser = { readonly name: string; readonly email: string; readonly teamName: string | undefined };

/** Shorter words occur within too many others. */
const wordLengthMin = 4;

/** The minimum left of a password without its owner's words: anyone who knows them could guess a shorter rest. */
const ownLengthMin = 8;

/** Why a password is refused, in words for its owner; undefined if it is accepted. There are no other rules (NIST SP 800-63B-4). */
export function findPasswordProblem(password: string, chooser: Chooser): string | undefined {
  const message = password.normalize('NFKC');
  if ([...message].length < passwordLengthMin) return tooShortText;
  const plain = fold(message);
  const isGuessable =
    commonPasswords().has(message.toLowerCase()) ||
    isCommon(plain) ||
    isCommon(readDigits(plain)) ||
    isOwnName(plain, chooser);
  return isGuessable ? guessableText : undefined;
}

/** Removes what people add to a word to satisfy a rule: case, spaces and signs. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}@$!]/gu, '');

const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The letters that digits and signs often replace. */
const readDigits = (text: string): string => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

/** A common password, alone or between digits; a repeated unit; or a sequence of neighboring characters. */
function isCommon(text: string): boolean {
  const unit = repeatedUnit(text);
  const inner = unit.replace(/^[\d@$!]+|(?<![\d@$!])[\d@$!]+$/g, '');
  const listed = [text, unit, inner].some((word) => commonPasswords().has(word));
  return listed || unit.length < wordLengthMin || inner.length < wordLengthMin || isRow(unit);
}

/** The shortest unit that the text repeats, where the last repetition may be incomplete: `abc` of `abcabcab`. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Each character is one above or one below its predecessor, as in 123456 or zyxw. */
function isRow(text: string): boolean {
  const steps = new Set([...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) === 1;
}

/** Little more than the name or address of the owner, the team or the service. */
function isOwnName(text: string, { name, email, teamName = '' }: Chooser): boolean {
  const words = `makewhole ${teamName} ${name} ${email}`
    .split(/[^\p{L}\p{N}]+/u)
    .map(fold)
    .filter((word) => word.length >= wordLengthMin)
    .toSorted((a, b) => b.length - a.length);
  return [text, readDigits(text)].some((read) => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), read);
    return left !== read && left.length < ownLengthMin;
  });
}

let words: ReadonlySet<string> | undefined;

/** The most common passwords, in lower case, read at first use. */
export const commonPasswords = (): ReadonlySet<string> => (words ??= readWords());

const readWords = (): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
