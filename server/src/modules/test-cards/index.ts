// Owns the built-in test card provider: a page with cards to choose, and what its bank does with them, kept in the database.
// Promises that it takes no card number, and that in production it serves the sandbox alone.
export { createTestCards } from './create-test-cards.ts';
export type { CardEvents } from './test-cards.ts';
export { disputeCharge } from './test-cards.ts';
export { personalData } from './personal-data.ts';
