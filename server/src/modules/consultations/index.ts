// Owns the team's board: one consultation per case, whatever door it came in by.
// Promises that an accepted case is on the board when its submitter reads the answer.
export { getConsultation, type ConsultationView } from './get-consultation.ts';
export { openConsultation, type OpenConsultation } from './open-consultation.ts';
