/** A mail to one of our addresses, reduced to what is used of it. */
export type ReceivedMail = {
  /** Who says to have written it; nothing proves that. */
  readonly from: string | undefined;
  /** The sender's id of the mail, by which a second delivery is recognized. */
  readonly messageId: string | undefined;
  readonly subject: string;
  /** As text, without what was quoted from earlier mails. */
  readonly words: string;
  readonly attachments: number;
  /** Written by a machine, such as a note of absence; nobody answers it. */
  readonly isAutomatic: boolean;
  /** What a mail server reports of a mail of ours: for good not deliverable, or called unwanted by its reader. */
  readonly report: 'bounced' | 'complained' | undefined;
};

/** One mail to one of our addresses; false when the address is not ours. */
export type Deliver = (to: string, mail: ReceivedMail) => Promise<boolean>;

/** Whether an address is one of ours, asked before the mail is read. */
export type IsOurs = (to: string) => boolean;

/** Larger mails are refused: what customers write is short, and reports have a page of their own. */
export const mailBytesMax = 2_097_152;
