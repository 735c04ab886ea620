/** The provider's page on which a customer enters a card, so that we never receive a card number. */
export type NewHoldPage = {
  readonly holdId: string;
  /** For a sandbox case, whose page never asks for a real card. */
  readonly test: boolean;
  /** Part of the idempotency key with the hold's id, so that a request repeated after a crash is the same request. */
  readonly attempt: number;
  /** The title that the customer sees there. */
  readonly title: string;
  readonly amountCents: number;
  /** Must be the same when the request is repeated. */
  readonly expiresAt: Date;
  /** Where the customer returns to, whatever they did. */
  readonly returnUrl: string;
  /** The card is also saved, so that it can be charged later off session. */
  readonly save?: {
    /** Set when a customer that the provider already has enters another card. */
    readonly customerId: string | undefined;
    /** The text that explains the button there, in our words. */
    readonly promise: string;
  };
};

export type HoldPage = { readonly sessionId: string; readonly url: string };

/** The provider's state of a hold. Only this changes a hold; events only trigger a query. */
export type ProviderHold = {
  /** Our id of the hold, set when the page was created. */
  readonly holdId: string | undefined;
  readonly page: 'open' | 'complete' | 'expired';
  /** Set while the page is open. */
  readonly url: string | undefined;
  readonly intentId: string | undefined;
  readonly money: 'none' | 'held' | 'captured' | 'canceled';
  readonly amountCents: number;
  readonly capturedCents: number;
  /** When the bank's authorization ends. */
  readonly captureBefore: Date | undefined;
  /** The provider ended it because it was not captured in time. */
  readonly lapsed: boolean;
  /** How much of the captured amount was refunded. */
  readonly refundedCents: number;
  /** The latest one, if the customer disputed the charge. */
  readonly dispute: ProviderDispute | undefined;
};

export type ProviderDispute = {
  /** The provider's own status; new ones may appear. */
  readonly status: string;
  readonly amountCents: number;
  /** The deadline for evidence. */
  readonly dueAt: Date | undefined;
};

/** One of our pages in the provider's list; `get` or `getCard` returns its contents. */
export type ListedPage = {
  readonly sessionId: string;
  readonly holdId: string;
  readonly kind: 'hold' | 'card';
  readonly createdAt: Date;
};

/** The provider's state of a saved card and of all charges to it. */
export type ProviderCard = {
  readonly holdId: string | undefined;
  readonly page: 'open' | 'complete' | 'expired';
  readonly url: string | undefined;
  readonly customerId: string | undefined;
  /** The card entered on this page; undefined if none was. */
  readonly enteredId: string | undefined;
  /** Cards that can still be charged. */
  readonly attachedIds: readonly string[];
  /** Money currently held, the newest hold first. */
  readonly held: readonly ProviderMoney[];
  readonly charge: ProviderCharge | undefined;
  /** Our latest attempt to place a hold off session, unless it holds or charged money. */
  readonly attempted: ProviderAttempt | undefined;
};

type ProviderMoney = {
  readonly intentId: string;
  readonly amountCents: number;
  /** When the bank's authorization ends. */
  readonly captureBefore: Date | undefined;
};

type ProviderCharge = {
  readonly intentId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly dispute: ProviderDispute | undefined;
};

export type ProviderAttempt = {
  /** The number of our attempt that made it. */
  readonly attempt: number;
  readonly outcome: 'waiting' | 'declined' | 'authentication required';
};

type NewHold = {
  readonly holdId: string;
  readonly attempt: number;
  readonly customerId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly title: string;
};

type RefundRequest = {
  readonly refundId: string;
  readonly attempt: number;
  readonly intentId: string;
  readonly amountCents: number;
};

/** The provider's state of a refund that we requested. */
export type ProviderRefund = { readonly id: string; readonly state: 'done' | 'failed' };

type HoldRequest = { readonly attempt: number; readonly intentId: string };

/** The subject of an event; everything else is read from the provider again. */
export type ProviderEvent = { readonly id: string; readonly type: string } & ProviderIds;

type ProviderIds = {
  readonly holdId: string | undefined;
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
};

export type SignedEvent = { readonly body: Buffer; readonly signature: string | undefined; readonly now: Date };

export type CardHolds = {
  /** False when no provider is configured; then only the sandbox can pre-authorize. */
  readonly configured: boolean;
  /** Live cases get the built-in test cards too; never in production. */
  readonly isTest: boolean;
  /** The origin of its pages, for the content security policy of the page that links there. */
  readonly pageOrigin: string | undefined;
  /** Checks in words whether the provider accepts our key; holds and charges nothing. Throws a GatewayError if it does not. */
  check(): Promise<string>;
  createPage(page: NewHoldPage): Promise<HoldPage>;
  /** Undefined when the provider has no such page, because it was created in another account or mode. */
  get(sessionId: string): Promise<ProviderHold | undefined>;
  /** Pages created since then that return customers to that address, newest first: those of this service, not of another. */
  listPages(names: { readonly since: Date; readonly returnsTo: string }): AsyncIterable<readonly ListedPage[]>;
  /** Closes an open page, so that no card can be entered there. A page that has already ended is left alone. */
  closePage(sessionId: string): Promise<void>;
  /** Captures that amount of a hold, and releases the rest. */
  capture(request: HoldRequest & { readonly amountCents: number }): Promise<void>;
  release(request: HoldRequest): Promise<void>;
  /** Undefined when the provider has no such page, as for `get`. */
  getCard(names: {
    readonly sessionId: string;
    readonly customerId: string | undefined;
  }): Promise<ProviderCard | undefined>;
  /** Places a hold on a saved card off session. A decline by the bank is `refused`; `getCard` gives the reason. */
  place(request: NewHold): Promise<void>;
  /** Removes a saved card from the customer; it can no longer be charged. */
  detach(methodId: string): Promise<void>;
  refund(request: RefundRequest): Promise<void>;
  /** Undefined when the provider has no refund of ours with that id. */
  findRefund(names: { readonly intentId: string; readonly refundId: string }): Promise<ProviderRefund | undefined>;
  /** Undefined when the signature is invalid or too old, or it is not an event. */
  readEvent(event: SignedEvent): ProviderEvent | undefined;
};
