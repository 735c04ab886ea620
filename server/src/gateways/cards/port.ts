/** The provider's page on which a customer enters a card; no card number ever reaches us. */
export type NewHoldPage = {
  readonly holdId: string;
  /** Part of the idempotency key with the hold's id, so that a request repeated after a crash is the same request. */
  readonly attempt: number;
  /** What the customer reads there. */
  readonly title: string;
  readonly amountCents: number;
  /** Must be the same when the request is repeated. */
  readonly expiresAt: Date;
  /** Where the customer returns to, whatever they did. */
  readonly returnUrl: string;
};

export type HoldPage = { readonly sessionId: string; readonly url: string };

/** The provider state of a hold. Only this moves a hold; events only say when to ask. */
export type ProviderHold = {
  /** Our id of the hold, set when the page was created. */
  readonly holdId: string | undefined;
  readonly page: 'open' | 'complete' | 'expired';
  /** While the page is open. */
  readonly url: string | undefined;
  readonly intentId: string | undefined;
  readonly money: 'none' | 'held' | 'captured' | 'canceled';
  readonly amountCents: number;
  readonly capturedCents: number;
  /** When the authorization ends at the bank. */
  readonly captureBefore: Date | undefined;
  /** The provider ended it because it was not captured in time. */
  readonly lapsed: boolean;
  /** How much of the captured amount was refunded. */
  readonly refundedCents: number;
  /** The latest one, if the customer disputed the charge. */
  readonly dispute: ProviderDispute | undefined;
};

export type ProviderDispute = {
  /** The provider's own word; new ones may appear. */
  readonly status: string;
  readonly amountCents: number;
  /** Until when it can be answered. */
  readonly dueAt: Date | undefined;
};

type HoldRequest = { readonly holdId: string; readonly attempt: number; readonly intentId: string };

/** What an event is about; everything else in it is read from the provider again. */
export type ProviderEvent = { readonly id: string; readonly type: string } & ProviderIds;

type ProviderIds = {
  readonly holdId: string | undefined;
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
};

export type SignedEvent = { readonly body: Buffer; readonly signature: string | undefined; readonly now: Date };

export type CardHolds = {
  /** False when no provider is configured; then nothing can be pre-authorized. */
  readonly configured: boolean;
  /** The origin of its pages, for the content security policy of the page that leads there. */
  readonly pageOrigin: string | undefined;
  createPage(page: NewHoldPage): Promise<HoldPage>;
  /** Undefined when the provider knows no such page: it was created in another account or mode. */
  get(sessionId: string): Promise<ProviderHold | undefined>;
  /** Captures that amount of a hold, and releases the rest. */
  capture(request: HoldRequest & { readonly amountCents: number }): Promise<void>;
  release(request: HoldRequest): Promise<void>;
  /** Undefined when the signature is invalid or too old, or it is not an event. */
  readEvent(event: SignedEvent): ProviderEvent | undefined;
};
