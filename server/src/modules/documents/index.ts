// Owns the valuation reports of intakes: the files in the object store and the fields extracted from them. Promises
// that no file harms the service, that no doubtful value is certain, and that a document's file exists.
export { personalData } from './personal-data.ts';
export { checkReaders } from './reading/check-readers.ts';
export { inspectPdf, mergePdfs, redrawPdf } from './reading/pdf-tools.ts';
export { documentsMax, isNothingRead } from './rules.ts';
export { serveReader, watchReaders } from './jail/serve-reader.ts';
export {
  type IdentityName,
  type ReportComparable,
  type ReportContents,
  type SumLine,
  type SumLineName,
  documentSchema,
  type Difference,
  type DocumentView,
  type ReportReading,
} from './schemas.ts';
export {
  getDocumentFile,
  getFileOfDocument,
  type DocumentFile,
  listDocuments,
  findReportBySha,
} from './storage/documents.ts';
export { compareObjects, storeDocument, listFilesToReview, removeOrphans } from './storage/stored-files.ts';
export {
  receiveReport,
  measureFreeSpace,
  meterUpload,
  purgeUploadBudgets,
  settleFile,
  withUploadSlot,
  requireDocumentCapacity,
} from './storage/uploads.ts';
