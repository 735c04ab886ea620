// Validates values against their schemas without a server, so a thread that only validates need not load one.
export { tooDeep, unstorable, createValidator, formats, maxIssues, toIssues } from './validator.ts';
export { unknownMember } from './issue-messages.ts';
export { patternWords, shownPattern } from './pattern-messages.ts';
