/** The cards on the page, in its order. */
export const testCards = {
  works: 'A card that works',
  declined: 'A card that is declined',
  authentication: 'A card that asks you to confirm',
  lapses: 'A card whose hold lapses after a minute',
  disputed: 'A card whose charge is disputed',
  declined_later: 'A card that is declined at the next hold',
} as const;

export type TestCard = keyof typeof testCards;
/** A declined card is never stored: the customer chooses another one. */
export type EnteredCard = Exclude<TestCard, 'declined'>;
