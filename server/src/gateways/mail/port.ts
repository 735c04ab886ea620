/** One message to one recipient. Addresses are checked addr-specs, never text to be parsed. */
type Mail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient stops all contact; mail programs show it as a button (RFC 8058). */
  readonly stopUrl?: string;
  /** Where an answer goes. */
  readonly replyTo?: string;
  /** Where a mail server reports that it could not deliver the mail: the sender of the envelope. */
  readonly bounceTo?: string;
  /** Files made by us; their content is base64. */
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
};

export type MailGateway = {
  /** False when no transport is configured; then nothing can be sent. */
  readonly configured: boolean;
  /** Returns when the transport accepted the message; throws a GatewayError otherwise. */
  send(mail: Mail): Promise<void>;
  /** Whether the transport answers and takes our sign-in, in words; sends nothing. Throws a GatewayError when it does not. */
  check(): Promise<string>;
  close(): void;
};
