// Owns the valuation reports of intakes: the files in the object store and the fields extracted from them.
// Promises that no file harms the service, that no doubtful value is certain, and that a document's file is there.
export { checkReaders } from './reading/check-readers.ts';
export { serveReader } from './sandbox/serve-reader.ts';
export { watchReaders } from './sandbox/watch-readers.ts';
export { compareObjects } from './storage/compare-objects.ts';
export { storeDocument } from './storage/store-document.ts';
export { receiveReport } from './storage/receive-report.ts';
export { listFilesToReview } from './storage/list-files-to-review.ts';
export { measureFreeSpace } from './storage/measure-free-space.ts';
export { meterUpload } from './storage/meter-upload.ts';
export { purgeUploadBudgets } from './storage/purge-upload-budgets.ts';
export { settleFile } from './storage/settle-file.ts';
export { removeOrphans } from './storage/remove-orphans.ts';
export { documentsMax, isNothingRead } from './rules.ts';
export type {
  IdentityName,
  ReportComparable,
  ReportContents,
  ReportIdentity,
  SumLine,
  SumLineName,
} from './report-schemas.ts';
export { documentSchema, type Difference, type DocumentView, type ReportReading } from './schemas.ts';
export { withUploadSlot } from './storage/with-upload-slot.ts';
export { getDocumentFile } from './storage/get-document-file.ts';
export { getFileOfDocument, type DocumentFile } from './storage/get-file-of-document.ts';
export { inspectPdf } from './reading/inspect-pdf.ts';
export { mergePdfs } from './reading/merge-pdfs.ts';
export { redrawPdf } from './reading/redraw-pdf.ts';
export { listDocuments } from './storage/list-documents.ts';
export { findReportBySha } from './storage/find-report-by-sha.ts';
export { requireDocumentCapacity } from './storage/require-document-capacity.ts';
export { personalData } from './personal-data.ts';
