// Owns the valuation reports that came with intakes: the files in the object store, what was read out of them, by whom.
// Promises that no file harms the service, that nothing doubtful is called certain, and that what is named is there.
export { checkReaders } from './check-readers.ts';
export { listDocuments } from './get-document.ts';
export { findReadingBySha, keepDocument, requireRoom } from './keep-document.ts';
export { receiveReport, type ReceivedReport } from './receive-report.ts';
export { removeOrphans } from './remove-orphans.ts';
export { documentSchema, type Difference, type DocumentView, type ReportReading } from './schemas.ts';
export { inUploadPlace } from './upload-places.ts';
