/** One text message to one US number. */
export type Text = { readonly id: string; readonly to: string; readonly text: string };

export type TextGateway = {
  /** False when no transport is configured; then nothing can be sent. */
  readonly configured: boolean;
  /** Returns the provider's id when it accepted the message; throws a GatewayError otherwise. */
  send(text: Text): Promise<{ readonly providerId: string }>;
  /** Checks in words whether the provider knows our account; sends nothing. Throws a GatewayError otherwise. */
  check(): Promise<string>;
  /** Whether a request to one of our addresses really comes from the provider. */
  isGenuine(request: ProviderRequest): boolean;
};

/** A text to one of our numbers. */
export type TextReply = {
  readonly from: string;
  readonly body: string;
  /** The provider's id of the message. */
  readonly providerId: string | undefined;
  /** The keyword that the provider itself handled: STOP, START or HELP; undefined when it leaves that to us. */
  readonly handledAs: string | undefined;
  readonly attachments: number;
};

export type ProviderRequest = {
  /** The public address that was called, as the provider knows it. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signature: string | undefined;
};

/** Where the provider reports the status of a message. */
export const textStatusPath = '/hooks/text/status';
/** Where the provider forwards replies. */
export const textReplyPath = '/hooks/text/replies';
