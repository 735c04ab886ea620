// Owns the end of personal data: what is erased on request or by age, what is exported, and what a legal hold keeps.
// Promises that every declared table is erased together, that the chains still verify, and that figures stay.
export { eraseCustomer, type CloseErased } from './erasure/erase-customer.ts';
export { exportCustomer, type CustomerExport } from './export/export.ts';
export { liftLegalHold } from './legal-holds/legal-holds.ts';
export { listHeldIds } from './legal-holds/legal-holds.ts';
export { listLegalHolds } from './legal-holds/legal-holds.ts';
export { setLegalHold } from './legal-holds/legal-holds.ts';
export { previewErasure } from './erasure/ask-erasure.ts';
export { retain } from './erasure/retain.ts';
export { personalDataByModule } from './tables-data.ts';
export { writeExportPdf } from './export/export.ts';
