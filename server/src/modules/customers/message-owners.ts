import type { Ctx, Tx } from '#context';

/** Every reason for which the service writes to somebody. */
export const messagePurposes = [
  'intake.welcome',
  'referral.invitation',
  'agents.code',
  'checkout.hold-ended',
  'webhooks.endpoint-failing',
  'webhooks.deliveries-exhausted',
] as const;

export type MessagePurpose = (typeof messagePurposes)[number];

/** What a message is about. */
export type MessageSubject = {
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** Which version of the subject it speaks of, where the subject alone does not say. */
  readonly subjectVersion: string | undefined;
};

/** The module that queues the messages of a purpose says when they still hold, and may follow what becomes of them. */
export type MessageOwner = {
  /** Whether what it says is still so. Asked just before every attempt, so that an outage makes no message a lie. */
  readonly isTrue: (ctx: Ctx, message: MessageSubject) => Promise<boolean>;
  /** These have left; in the transaction that records it. */
  readonly sent?: Reaction;
  /** These will never leave, though they should have: refused, or tried too often. In the transaction that records it. */
  readonly failed?: Reaction;
};

type Reaction = (tx: Tx, subjectIds: readonly string[]) => Promise<void>;

/** Bound in app/: most owners are modules that come after this one. */
export type MessageOwners = Readonly<Record<MessagePurpose, MessageOwner>>;
