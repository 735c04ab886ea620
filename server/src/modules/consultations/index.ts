// Owns the team's board: one consultation per case, whatever door it came in by, and every call about it.
// Promises that an accepted case is on the board when its submitter reads the answer; only people call.
export { closeConsultations } from './close-consultations.ts';
export { getConsultation, type ConsultationView } from './get-consultation.ts';
export { logCall, type CallOutcome, type NewCall } from './log-call.ts';
export { openConsultation, openNumberedConsultation, type OpenConsultation } from './open-consultation.ts';
export { callOutcomes, consultationSchema } from './schemas.ts';
