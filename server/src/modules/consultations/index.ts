// Owns the team's board: one consultation per case, whatever door it came in by, and every call about it.
// Promises that an accepted case is on the board when its submitter reads the answer; only people call.
export type { CallContact } from './call-window.ts';
export { closeConsultations } from './close-consultations.ts';
export { getConsultation, type ConsultationView } from './get-consultation.ts';
export { lockConsultation, type LockedConsultation } from './lock-consultation.ts';
export { readCallback } from './log-queue-call.ts';
export { logCall, type CallOutcome, type NewCall } from './log-call.ts';
export { openConsultation, openNumberedConsultation, type OpenConsultation } from './open-consultation.ts';
export { promoteCases } from './promote-cases.ts';
export { recordDelivery } from './record-delivery.ts';
export { recordSettlement, type Settlement } from './record-settlement.ts';
export { callOutcomes, consultationSchema } from './schemas.ts';
