/** The provider's page on which a customer enters a card; no card number ever reaches us. */
export type NewHoldPage = {
  readonly holdId: string;
  /** Of a sandbox case, whose page never asks for a real card. */
  readonly test: boolean;
  /** Part of the idempotency key with the hold's id, so that a request repeated after a crash is the same request. */
  readonly attempt: number;
  /** What the customer reads there. */
  readonly title: string;
  readonly amountCents: number;
  /** Must be the same when the request is repeated. */
  readonly expiresAt: Date;
  /** Where the customer returns to, whatever they did. */
  readonly returnUrl: string;
  /** The card is also saved, to be charged later while its owner is away. */
  readonly save?: {
    /** Set when another card is entered for a customer whom the provider has already. */
    readonly customerId: string | undefined;
    /** What the button there means, in our words. */
    readonly promise: string;
  };
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

/** One of our pages as the provider lists it; `get` or `getCard` says what it holds. */
export type ListedPage = {
  readonly sessionId: string;
  readonly holdId: string;
  readonly kind: 'hold' | 'card';
  readonly createdAt: Date;
};

/** The provider state of a saved card and of every charge to it. */
export type ProviderCard = {
  readonly holdId: string | undefined;
  readonly page: 'open' | 'complete' | 'expired';
  readonly url: string | undefined;
  readonly customerId: string | undefined;
  /** The card that was entered on this page; undefined while none was. */
  readonly enteredId: string | undefined;
  /** Cards that can still be charged. */
  readonly attachedIds: readonly string[];
  /** Money that is held now, the newest hold first. */
  readonly held: readonly ProviderMoney[];
  readonly charge: ProviderCharge | undefined;
  /** The latest attempt of ours to place a hold off session, unless money is held or charged by it. */
  readonly attempted: ProviderAttempt | undefined;
};

type ProviderMoney = {
  readonly intentId: string;
  readonly amountCents: number;
  /** When the authorization ends at the bank. */
  readonly captureBefore: Date | undefined;
};

type ProviderCharge = {
  readonly intentId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly dispute: ProviderDispute | undefined;
};

export type ProviderAttempt = {
  /** The attempt of ours that made it. */
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

/** A refund that we asked for, as the provider has it. */
export type ProviderRefund = { readonly id: string; readonly state: 'done' | 'failed' };

type HoldRequest = { readonly attempt: number; readonly intentId: string };

/** What an event is about; everything else in it is read from the provider again. */
export type ProviderEvent = { readonly id: string; readonly type: string } & ProviderIds;

type ProviderIds = {
  readonly holdId: string | undefined;
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
};

export type SignedEvent = { readonly body: Buffer; readonly signature: string | undefined; readonly now: Date };

export type CardHolds = {
  /** False when no provider is configured; then nothing can be pre-authorized, except in the sandbox. */
  readonly configured: boolean;
  /** Live cases, too, get the built-in test cards; never in production. */
  readonly isTest: boolean;
  /** The origin of its pages, for the content security policy of the page that leads there. */
  readonly pageOrigin: string | undefined;
  /** Whether the provider takes our key, in words; holds and charges nothing. Throws a GatewayError when it does not. */
  check(): Promise<string>;
  createPage(page: NewHoldPage): Promise<HoldPage>;
  /** Undefined when the provider knows no such page: it was created in another account or mode. */
  get(sessionId: string): Promise<ProviderHold | undefined>;
  /** Pages created since then whose customers return to that address, newest first: those of this service, not of another. */
  listPages(names: { readonly since: Date; readonly returnsTo: string }): AsyncIterable<readonly ListedPage[]>;
  /** Ends an open page, so that nobody can enter a card there. One that has ended already is left. */
  closePage(sessionId: string): Promise<void>;
  /** Captures that amount of a hold, and releases the rest. */
  capture(request: HoldRequest & { readonly amountCents: number }): Promise<void>;
  release(request: HoldRequest): Promise<void>;
  /** Undefined when the provider knows no such page, as by `get`. */
  getCard(names: {
    readonly sessionId: string;
    readonly customerId: string | undefined;
  }): Promise<ProviderCard | undefined>;
  /** Holds money on a saved card while its owner is away. A bank that declines is `refused`; `getCard` says why. */
  place(request: NewHold): Promise<void>;
  /** Takes a saved card off the customer; it cannot be charged any more. */
  detach(methodId: string): Promise<void>;
  refund(request: RefundRequest): Promise<void>;
  /** Undefined when the provider has no refund of ours by that id. */
  findRefund(names: { readonly intentId: string; readonly refundId: string }): Promise<ProviderRefund | undefined>;
  /** Undefined when the signature is invalid or too old, or it is not an event. */
  readEvent(event: SignedEvent): ProviderEvent | undefined;
};
