// What customers choose on their own page, and the state of their case for those choices.
export { chooseCallTime, type TimeChoice } from './choices.ts';
export type { Standing } from './facts.ts';
export { findConsultationId } from './choices.ts';
export { findStanding } from './choices.ts';
export { renewLinks } from './choices.ts';
export { clockZone, isCalled, listSlots, type CallSlot } from './rules.ts';
export { findStoppedChannels } from '../contacts/contact-stops.ts';
export { stopChannels } from './choices.ts';
