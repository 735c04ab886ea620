/** The cards on the page, in its order. */
export const testCards = ['works', 'declined', 'authentication', 'lapses', 'disputed', 'declined_later'] as const;

export type TestCard = (typeof testCards)[number];
/** A declined card is never stored: the customer chooses another one. */
export type EnteredCard = Exclude<TestCard, 'declined'>;
