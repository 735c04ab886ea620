/** The page on which a customer enters a card, at the provider's; no card number ever comes to us. */
export type NewHoldPage = {
  readonly holdId: string;
  /** With the hold's id it names the request, so that one repeated after a crash is the same request. */
  readonly attempt: number;
  /** What the customer reads there. */
  readonly title: string;
  readonly amountCents: number;
  /** Must be the same when the request is repeated. */
  readonly expiresAt: Date;
  /** Where the customer comes back to, whatever they did. */
  readonly returnUrl: string;
};

export type HoldPage = { readonly sessionId: string; readonly url: string };

/** What the provider says of a hold now. Only this moves a hold; events only say when to ask. */
export type ProviderHold = {
  /** The hold that we named when the page was made. */
  readonly holdId: string | undefined;
  readonly page: 'open' | 'complete' | 'expired';
  /** While the page is open. */
  readonly url: string | undefined;
  readonly intentId: string | undefined;
  readonly money: 'none' | 'held' | 'captured' | 'canceled';
  readonly amountCents: number;
  readonly capturedCents: number;
  /** When the bank lets go of the money. */
  readonly captureBefore: Date | undefined;
  /** The provider ended it by itself, because nobody captured in time. */
  readonly lapsed: boolean;
  /** What went back to the customer of what was captured. */
  readonly refundedCents: number;
  /** The latest one, if the customer went to their bank. */
  readonly dispute: ProviderDispute | undefined;
};

export type ProviderDispute = {
  /** The provider's own word; it may come to know others. */
  readonly status: string;
  readonly amountCents: number;
  /** Until when it can be answered. */
  readonly dueAt: Date | undefined;
};

export type HoldRequest = { readonly holdId: string; readonly attempt: number; readonly intentId: string };

/** What an event is about; everything else in it is asked for again. */
export type ProviderEvent = { readonly id: string; readonly type: string } & ProviderNames;

export type ProviderNames = {
  readonly holdId: string | undefined;
  readonly sessionId: string | undefined;
  readonly intentId: string | undefined;
};

export type SignedEvent = { readonly body: Buffer; readonly signature: string | undefined; readonly now: Date };

export type CardHolds = {
  /** False when no provider is set up; then nobody can pre-authorize anything. */
  readonly configured: boolean;
  /** Where its pages are, for the page that leads there to say so. */
  readonly pageOrigin: string | undefined;
  createPage(page: NewHoldPage): Promise<HoldPage>;
  /** Undefined when the provider knows no such page: it was made in another account or mode. */
  get(sessionId: string): Promise<ProviderHold | undefined>;
  /** Takes that much of a standing hold, and gives back the rest. */
  capture(request: HoldRequest & { readonly amountCents: number }): Promise<void>;
  release(request: HoldRequest): Promise<void>;
  /** Undefined when the provider did not sign it, not lately, or it is no event. */
  readEvent(event: SignedEvent): ProviderEvent | undefined;
};
