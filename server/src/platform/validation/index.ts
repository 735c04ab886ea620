// Values against their schemas, without a server: a thread that only validates need not load one.
export { tooDeep, unstorable } from './unstorable.ts';
export { createValidator, formats, maxIssues, toIssues } from './validator.ts';
export { unknownMember } from './issue-words.ts';
export { patternWords, shownPattern } from './pattern-words.ts';
