// Owns consultations, whichever module they came from: the call queue, its leases, and every call about them.
// Promises that an accepted submission is in the queue when its answer is sent, and that only staff members call.
export { logCall, type CallOutcome } from './calls/log-call.ts';
export { requireFreshCall } from './calls/require-fresh-call.ts';
export { decideQueueCall } from './calls/rules.ts';
export { listAssignments } from './assignees/list-assignments.ts';
export { listContacts } from './contacts/list-contacts.ts';
export { lockWithContacts } from './contacts/lock-with-contacts.ts';
export { recheckSuppression } from './contacts/recheck-suppression.ts';
export { stopConsultation } from './contacts/stop-consultation.ts';
export { updateContact } from './contacts/update-contact.ts';
export type { CallContact, ConsultationSources, LockedConsultation } from './facts.ts';
export { getClosing } from './closing/get-closing.ts';
export { closingSchema } from './closing/schemas.ts';
export { closeConsultations } from './lifecycle/close-consultations.ts';
export { createConsultation } from './lifecycle/create-consultation.ts';
export { createNumberedConsultation } from './lifecycle/create-numbered-consultation.ts';
export { getConsultation, type ConsultationView } from './lifecycle/get-consultation.ts';
export { lockConsultation } from './lifecycle/lock-consultation.ts';
export { markProven } from './lifecycle/mark-proven.ts';
export { recordDelivery } from './lifecycle/record-delivery.ts';
export { recordParts } from './lifecycle/record-parts.ts';
export { setConsultationEnd } from './lifecycle/set-consultation-end.ts';
export { listNotes, type NoteView } from './notes/list-notes.ts';
export { strikeNumbers } from './numbers/strike-numbers.ts';
export { callOutcomes, consultationSchema } from './schemas.ts';
