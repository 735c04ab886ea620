import type { Mistake } from '#lib/signature-diagnosis/mistakes';
import { findLanguageWords } from './language-words.ts';
import type { Language, RequestCheck } from './schemas.ts';

export const toMistake = (
  { code, what, fix }: Mistake,
  language: Language | undefined,
): RequestCheck['mistakes'][number] => ({
  code,
  what,
  fix,
  in_language: (language && findLanguageWords(code, language)) ?? null,
});
