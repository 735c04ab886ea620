// Owns no table: what staff see on the board, read from the tables of the modules before it.
// Promises that it changes nothing, and that a telephone number is shown only to a caller who may call it now.
export { getConsentRecord } from './consent/get-consent-record.ts';
export { writeConsentPdf } from './consent/write-consent-pdf.ts';
export { collectSubject, getConsultationDetail } from './detail/get-consultation-detail.ts';
