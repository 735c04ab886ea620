import type { Ctx, Tx } from '#context';
import type { CallWindow } from '#lib/calling/calling-hours';
import type { Contacts } from '#lib/text/contacts';
import type { MessagePurpose } from '../purpose-data.ts';

/** The subject of a message. */
export type MessageSubject = {
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** The version of the subject, where the subject alone is ambiguous. */
  readonly subjectVersion: string | undefined;
};

/** The module that queues the messages of a purpose. It checks whether they are still true, and may react to their outcome. */
export type MessageSource = {
  /** Whether the message is still true. Checked just before every attempt, since an outage may delay a message for long. */
  readonly isTrue: (ctx: Ctx, message: MessageSubject) => Promise<boolean>;
  /** Where the customer may be, in addition to the area code of a text. Without it the area code decides alone. */
  readonly window?: (ctx: Ctx, message: MessageSubject) => Promise<CallWindow>;
  /** It answers a message from the customer, so its texts are sent at any hour. */
  readonly anyHour?: boolean;
  /** How long it is useful after it was queued; then it is withdrawn. Seven days by default. */
  readonly usefulForS?: number;
  /**
   * Every contact of the case: if one of them is on the do-not-contact list, the message is sent to none of them.
   * Without it only the recipient is checked.
   */
  readonly contacts?: (ctx: Ctx, message: MessageSubject) => Promise<readonly Contacts[]>;
  /**
   * The consultation it is about: email replies are filed there, and the email shows its number. Without it, replies
   * go to the team's own mailbox.
   */
  readonly consultation?: (ctx: Ctx, message: MessageSubject) => Promise<MessageConsultation | undefined>;
  /** The channels on which the customer wants no contact about the case; the message is not sent on those. */
  readonly stoppedChannels?: (ctx: Ctx, message: MessageSubject) => Promise<readonly string[]>;
  /** Runs in the transaction that records the messages as sent. */
  readonly sent?: Reaction;
  /** Runs in the transaction that records the messages as failed: refused, or tried too often. */
  readonly failed?: Reaction;
};

export type MessageConsultation = { readonly id: string; readonly number: string };

type Reaction = (tx: Tx, subjectIds: readonly string[]) => Promise<void>;

/** Bound in app/, since most sources are modules that come after this one. */
export type MessageSources = Readonly<Record<MessagePurpose, MessageSource>>;
