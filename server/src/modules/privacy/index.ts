// Owns the end of personal data: what is erased on request or by age, what is exported, and what a legal hold keeps.
// Promises that every declared table is erased together, that the chains still verify, and that figures stay.
export { eraseCustomer, type CloseErased } from './erasure/erase-customer.ts';
export { exportCustomer, type CustomerExport } from './export/export-customer.ts';
export { liftLegalHold } from './legal-holds/lift-legal-hold.ts';
export { listHeldIds } from './legal-holds/list-held-ids.ts';
export { listLegalHolds } from './legal-holds/list-legal-holds.ts';
export { setLegalHold } from './legal-holds/set-legal-hold.ts';
export { previewErasure } from './erasure/preview-erasure.ts';
export { retain } from './erasure/retain.ts';
export { personalDataByModule } from './tables-data.ts';
export { writeExportPdf } from './export/write-export-pdf.ts';
