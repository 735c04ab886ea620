// Owns registered agents: pending registrations, profiles, and the versions of the agreement they accept.
// Promises that a key is issued only to an operator whose mailbox was verified, with five tries at most per code.
export { listOperatorAddresses, getMe } from './agents.ts';
export { agreements } from './agreements/agreement-data.ts';
export { getCurrentAgreement } from './agreements/agreements.ts';
export { personalData } from './personal-data.ts';
export { isRecoveryOpen, queueAgentNotice } from './recovery/recovery.ts';
export { codeMessages } from './registration/registration.ts';
export { agentApiUrl, agreementUrl, registeredMultiplier } from './rules.ts';
