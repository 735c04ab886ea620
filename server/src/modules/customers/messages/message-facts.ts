import type { Ctx, Tx } from '#context';
import type { CallWindow } from '#lib/calling/calling-hours';
import type { Contacts } from '#lib/text/contacts';
import type { MessagePurpose } from '../purpose-data.ts';

/** What a message is about. */
export type MessageSubject = {
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** Which version of the subject it is about, where the subject alone is ambiguous. */
  readonly subjectVersion: string | undefined;
};

/**
 * The module that queues the messages of a purpose. It says whether they are still true, and may react to their
 * outcome.
 */
export type MessageSource = {
  /**
   * Whether what it says is still true. Asked just before every attempt, since an outage may delay a message for long.
   */
  readonly isTrue: (ctx: Ctx, message: MessageSubject) => Promise<boolean>;
  /**
   * Where the person of the subject may be, beside what the area code of a text says. Without it the area code decides
   * alone.
   */
  readonly window?: (ctx: Ctx, message: MessageSubject) => Promise<CallWindow>;
  /** Answers what the person has just written, so its texts leave at any hour. */
  readonly anyHour?: boolean;
  /** How long it is of use after it was queued; what waits longer is withdrawn. Seven days unless it says otherwise. */
  readonly usefulForS?: number;
  /**
   * Every contact of the case that it is about: when one of them is on the do-not-contact list, it is sent to none.
   * Without it only the recipient is asked about.
   */
  readonly contacts?: (ctx: Ctx, message: MessageSubject) => Promise<readonly Contacts[]>;
  /**
   * Which consultation it is about: answers by mail belong to it, and a mail says its number. Without it answers go to the
   * team's own mailbox.
   */
  readonly consultation?: (ctx: Ctx, message: MessageSubject) => Promise<MessageConsultation | undefined>;
  /** By which ways the customer wants no contact about the case: nothing is sent by those. */
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
