// Owns no table: the staff's view of the board, read from the tables of earlier modules. Promises that it changes
// nothing, and that a phone number is shown only to a caller who may call it now.
export { getConsentRecord } from './consent/get-consent-record.ts';
export { writeConsentPdf } from './consent/write-consent-pdf.ts';
export { collectSubject, getConsultationDetail } from './detail/get-consultation-detail.ts';
