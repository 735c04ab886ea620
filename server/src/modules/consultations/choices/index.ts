// What customers choose on their own page, and how their case stands for it.
export { chooseCallTime, type TimeChoice } from './choose-call-time.ts';
export type { Standing } from './facts.ts';
export { findConsultationId } from './find-consultation-id.ts';
export { findStanding } from './find-standing.ts';
export { renewLinks } from './renew-links.ts';
export { clockZone, isCalled, listSlots, type CallSlot } from './rules.ts';
export { findStoppedChannels } from '../contacts/find-stopped-channels.ts';
export { stopChannels } from './stop-channels.ts';
