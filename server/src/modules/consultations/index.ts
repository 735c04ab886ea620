// Owns the team's board: one consultation per case, whatever door it came in by, and every call about it.
// Promises that an accepted case is on the board when its submitter reads the answer; only people call.
export type { CallContact } from './call-window.ts';
export type { CaseSources } from './case-sources.ts';
export { changeContact } from './change-contact.ts';
export { closeConsultations } from './close-consultations.ts';
export { fillContacts } from './fill-contacts.ts';
export { getConsultation, type ConsultationView } from './get-consultation.ts';
export { liftStop } from './lift-stop.ts';
export { listKnownContacts } from './list-known-contacts.ts';
export { lockConsultation, type LockedConsultation } from './lock-consultation.ts';
export { readCallback } from './log-queue-call.ts';
export { logCall, type CallOutcome, type NewCall } from './log-call.ts';
export { openConsultation, openNumberedConsultation, type OpenConsultation } from './open-consultation.ts';
export { promoteCases } from './promote-cases.ts';
export { recordDelivery } from './record-delivery.ts';
export { recordSettlement, type Settlement } from './record-settlement.ts';
export { setCaseEnd } from './set-case-end.ts';
export { callOutcomes, consultationSchema } from './schemas.ts';
