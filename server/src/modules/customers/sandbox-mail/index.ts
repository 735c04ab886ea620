// Messages that the sandbox would have sent: an institution's mailbox.
export { findSandboxMessage } from './sandbox-mail.ts';
export { listMessagesAbout } from './sandbox-mail.ts';
export { listSandboxMessages } from './sandbox-mail.ts';
export type { SandboxMessage } from './mailbox-rules.ts';
