/** One message to one recipient. Addresses are validated addr-specs, never text to be parsed. */
type Mail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient stops all contact; mail programs show it as a button (RFC 8058). */
  readonly stopUrl?: string;
  /** The address for replies. */
  readonly replyTo?: string;
  /** The envelope sender, to which mail servers report failed deliveries. */
  readonly bounceTo?: string;
  /** Files that we generated; their content is base64. */
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
};

export type MailGateway = {
  /** False when no transport is configured; then nothing can be sent. */
  readonly configured: boolean;
  /** Returns when the transport accepted the message; throws a GatewayError otherwise. */
  send(mail: Mail): Promise<void>;
  /** Checks in words whether the transport responds and accepts our credentials; sends nothing. Throws a GatewayError otherwise. */
  check(): Promise<string>;
  close(): void;
};
