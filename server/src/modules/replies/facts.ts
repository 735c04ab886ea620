/** The encrypted part of a reply. */
export type ReplyContent = { readonly from: string | undefined; readonly words: string };

/** Binds it to its row. */
export const replyAad = (id: string): string => `replies.replies/${id}`;

/** Replies stored from one contact in 24 hours. Further ones are processed and counted, but not stored. */
export const storedPerDay = 50;
