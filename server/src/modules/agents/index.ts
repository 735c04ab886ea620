// Owns registered agents: pending registrations, profiles, and the versions of the agreement they accept.
// Promises that a key is issued only to an operator whose mailbox was verified, with five tries at most per code.
export { codeMessages } from './registration/code-messages.ts';
export { isRecoveryOpen } from './recovery/is-recovery-open.ts';
export { listOperatorAddresses } from './list-operator-addresses.ts';
export { getMe } from './get-me.ts';
export { queueAgentNotice } from './recovery/queue-agent-notice.ts';
export { agreements } from './agreements/agreement-data.ts';
export { getCurrentAgreement } from './agreements/get-current-agreement.ts';
export { agentApiUrl, agreementUrl, registeredMultiplier } from './rules.ts';
export { personalData } from './personal-data.ts';
