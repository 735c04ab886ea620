/** An email to one of our addresses, reduced to the parts that we use. */
export type ReceivedMail = {
  /** The claimed sender; nothing proves it. */
  readonly from: string | undefined;
  /** The sender's message id, by which a repeated delivery is detected. */
  readonly messageId: string | undefined;
  readonly subject: string;
  /** As text, without quotes from earlier emails. */
  readonly words: string;
  readonly attachments: number;
  /** Written by a machine, such as an out-of-office reply; no person expects an answer. */
  readonly isAutomatic: boolean;
  /** A mail server's report about our email: permanently undeliverable, or marked as spam by its reader. */
  readonly report: 'bounced' | 'complained' | undefined;
};

/** One email to one of our addresses; false when the address is not ours. */
export type Deliver = (to: string, mail: ReceivedMail) => Promise<boolean>;

/** Whether an address is ours, checked before the email is read. */
export type IsOurs = (to: string) => boolean;

/** Larger emails are refused: customers' replies are short, and reports are uploaded on a page. */
export const mailBytesMax = 2_097_152;
