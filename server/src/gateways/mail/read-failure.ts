import type { GatewayError } from '#platform/errors';

/** The library's report of a failure: the server's code and response, the command that it responded to, the system's error. */
type Reply = {
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
};

type Failure = Pick<GatewayError, 'kind' | 'about' | 'mayBeDone' | 'responseCode'>;

/**
 * Classifies a failure to send. Only a refusal of the recipient is final. A refusal of the message concerns that
 * message; a refusal of us, or a problem of the server, concerns all messages.
 */
export function readFailure(error: unknown): Failure {
  const reply = (error instanceof Error ? error : {}) as Reply;
  if (reply.responseCode === undefined) {
    const about = 'service';
    return { kind: 'unavailable', about, mayBeDone: !isBeforeMessage(reply), responseCode: undefined };
  }
  const responseCode = Number(reply.responseCode);
  const status = /^[45]\d\d[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(reply.response))?.[1];
  const said = { command: String(reply.command), responseCode, status };
  if (isAboutRecipient(said)) return { kind: 'refused', about: 'request', mayBeDone: false, responseCode };
  return { kind: 'unavailable', about: isAboutService(said) ? 'service' : 'request', mayBeDone: false, responseCode };
}

/** Failures without a server response that the library reports before a message begins. */
const earlyCodes: readonly unknown[] = ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2'];
const earlyMessages = /^(connection timeout|greeting never received)/i;

/** Whether the connection failed before any of the message was sent; later, the server may have accepted it. */
const isBeforeMessage = ({ code, syscall, message }: Reply): boolean =>
  earlyCodes.includes(code) ||
  syscall === 'connect' ||
  syscall === 'getaddrinfo' ||
  earlyMessages.test(String(message));

type Said = { readonly command: string; readonly responseCode: number; readonly status: string | undefined };

/** RFC 5321 and 7504, without an enhanced code: the mailbox is unknown, elsewhere, invalid, or accepts no email. */
const recipientCodes: readonly number[] = [550, 551, 553, 556];
/** RFC 3463: 1.x is about an address, but 1.7 and 1.8 about the sender's; 2.1 is a disabled mailbox. */
const recipientStatus = /^5\.(?:1\.(?!7$|8$)\d+|2\.1)$/;

/**
 * Whether the server's response is final. An expired password, a refused sender or IP address of ours, a policy or a
 * full mailbox may change later, and is not the message's fault.
 */
function isAboutRecipient({ command, responseCode, status }: Said): boolean {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  if (status !== undefined) return recipientStatus.test(status);
  // After the message the bare code may also be about its contents.
  return command === 'RCPT TO' && recipientCodes.includes(responseCode);
}

/** RFC 3463: 1.7 and 1.8 are the sender's address; 3.x is the state of the mail system, except 3.4, a message too large. */
const serviceStatus = /^[45]\.(?:1\.[78]|3\.(?!4$)\d+)$/;
/** RFC 5321: the server closes the channel, whatever the command was. */
const closing = 421;
const tooLarge = 552;

/** Before RCPT the server knows only the size of a message, so the refusal is about us or the server. */
function isAboutService({ command, responseCode, status }: Said): boolean {
  if (responseCode === closing || (status !== undefined && serviceStatus.test(status))) return true;
  return command !== 'RCPT TO' && command !== 'DATA' && responseCode !== tooLarge;
}
