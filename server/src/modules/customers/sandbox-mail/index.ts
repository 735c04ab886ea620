// What the sandbox would have sent: an institution's mailbox.
export { findSandboxMessage } from './find-sandbox-message.ts';
export { listMessagesAbout } from './list-messages-about.ts';
export { listSandboxMessages } from './list-sandbox-messages.ts';
export type { SandboxMessage } from './mailbox-rules.ts';
