// Owns the valuation reports of intakes: the files in the object store and the fields extracted from them.
// Promises that no file harms the service, that no doubtful value is certain, and that a document's file is there.
export { checkReaders } from './reading/check-readers.ts';
export { serveReader } from './sandbox/serve-reader.ts';
export { watchReaders } from './sandbox/serve-reader.ts';
export { compareObjects } from './storage/stored-files.ts';
export { storeDocument } from './storage/stored-files.ts';
export { receiveReport } from './storage/uploads.ts';
export { listFilesToReview } from './storage/stored-files.ts';
export { measureFreeSpace } from './storage/uploads.ts';
export { meterUpload } from './storage/uploads.ts';
export { purgeUploadBudgets } from './storage/uploads.ts';
export { settleFile } from './storage/uploads.ts';
export { removeOrphans } from './storage/stored-files.ts';
export { documentsMax, isNothingRead } from './rules.ts';
export type {
  IdentityName,
  ReportComparable,
  ReportContents,
  ReportIdentity,
  SumLine,
  SumLineName,
} from './schemas.ts';
export { documentSchema, type Difference, type DocumentView, type ReportReading } from './schemas.ts';
export { withUploadSlot } from './storage/uploads.ts';
export { getDocumentFile } from './storage/documents.ts';
export { getFileOfDocument, type DocumentFile } from './storage/documents.ts';
export { inspectPdf } from './reading/pdf-tools.ts';
export { mergePdfs } from './reading/pdf-tools.ts';
export { redrawPdf } from './reading/pdf-tools.ts';
export { listDocuments } from './storage/documents.ts';
export { findReportBySha } from './storage/documents.ts';
export { requireDocumentCapacity } from './storage/uploads.ts';
export { personalData } from './personal-data.ts';
