import type { GatewayError } from '#platform/errors';

/** What the library reports of a failure: the server's code, its answer, the command it answered to, the system's error. */
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
 * What a failure to send means. Only what the server says of the recipient is final. Of the rest, what it says of the
 * message concerns that message; what it says of us or of itself concerns every message alike.
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

/** Failures without an answer of the server that the library has before a message begins. */
const earlyCodes: readonly unknown[] = ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2'];
const earlyMessages = /^(connection timeout|greeting never received)/i;

/** Whether the connection failed before anything of the message was sent; later, the server may have accepted it. */
const isBeforeMessage = ({ code, syscall, message }: Reply): boolean =>
  earlyCodes.includes(code) ||
  syscall === 'connect' ||
  syscall === 'getaddrinfo' ||
  earlyMessages.test(String(message));

type Said = { readonly command: string; readonly responseCode: number; readonly status: string | undefined };

/** RFC 5321 and 7504, without an enhanced code: the mailbox is unknown, elsewhere, invalid, or accepts no mail. */
const recipientCodes: readonly number[] = [550, 551, 553, 556];
/** RFC 3463: 1.x is about an address, of which 1.7 and 1.8 are the sender's; 2.1 is a disabled mailbox. */
const recipientStatus = /^5\.(?:1\.(?!7$|8$)\d+|2\.1)$/;

/**
 * Whether the server's answer is final. An expired password, a sender or an address of ours that it refuses, a policy or
 * a full mailbox may change later, and is not the message's fault.
 */
function isAboutRecipient({ command, responseCode, status }: Said): boolean {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  if (status !== undefined) return recipientStatus.test(status);
  // After the message the bare code may just as well be about its contents.
  return command === 'RCPT TO' && recipientCodes.includes(responseCode);
}

/** RFC 3463: 1.7 and 1.8 are the sender's address; 3.x is the state of the mail system, except 3.4, a message too large. */
const serviceStatus = /^[45]\.(?:1\.[78]|3\.(?!4$)\d+)$/;
/** RFC 5321: the server closes the channel, whatever it was asked. */
const closing = 421;
const tooLarge = 552;

/** Before RCPT the server knows nothing of a message but its size, so it speaks of us or of itself. */
function isAboutService({ command, responseCode, status }: Said): boolean {
  if (responseCode === closing || (status !== undefined && serviceStatus.test(status))) return true;
  return command !== 'RCPT TO' && command !== 'DATA' && responseCode !== tooLarge;
}
