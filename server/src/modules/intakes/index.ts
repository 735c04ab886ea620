// Owns the agent intake: what was submitted, its status, and the receipt that answers every question about it.
// Promises that a status changes only as the transition table says, with exactly one event each time.
export { expireIntakes } from './expire-intakes.ts';
export { computeFacts, findOtherVehicle, traceFacts, type Found, type Sourced, type Submitted } from './facts.ts';
export { fillInVin } from './fill-in-vin.ts';
export { isWelcomeWanted } from './is-welcome-wanted.ts';
export { listIntakeContacts } from './list-intake-contacts.ts';
export { readyForDelivery } from './ready-for-delivery.ts';
export { recordWelcomeSent } from './record-welcome-sent.ts';
export { endSql, isOverSql } from './transitions.ts';
