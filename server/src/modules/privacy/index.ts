// Owns the end of personal data: erasure on request or by age, exports, and legal holds. Promises that every declared
// table is erased together, that the chains still verify, and that figures stay.
export { previewErasure } from './erasure/ask-erasure.ts';
export { eraseCustomer, type CloseErased } from './erasure/erase-customer.ts';
export { exportCustomer, writeExportPdf } from './export/export.ts';
export { liftLegalHold, listHeldIds, listLegalHolds, setLegalHold } from './legal-holds/legal-holds.ts';
export { personalDataByModule } from './tables-data.ts';
