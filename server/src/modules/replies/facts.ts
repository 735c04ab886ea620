/** What is encrypted of a reply. */
export type ReplyContent = { readonly from: string | undefined; readonly words: string };

/** Binds it to its row. */
export const replyAad = (id: string): string => `replies.replies/${id}`;

/** Stored of one contact in 24 hours; more are understood and counted, and not stored. */
export const storedPerDay = 50;
