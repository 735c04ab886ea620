// Owns registered agents: registrations, profiles, the agreement they accepted, and what they see of themselves.
// Promises that a key exists only after its operator's mailbox was proven, and that a code can be guessed five times at most.
export { registeredMultiplier } from './rules.ts';
export { codeMessages } from './send-code.ts';
