// Owns documents about a value: findings on the insurer's report, appraisals, their versions, page and PDF. Promises
// that a released version never changes, and that releasing delivers, notifies and charges once or not at all.
export type { AppraisalSources, AppraisalSubject } from './facts.ts';
export { findPrintableVersion } from './pages/appraisal-copies.ts';
export { PdfPaper } from './pages/appraisal-pdf.ts';
export { personalData } from './personal-data.ts';
export { isAppraisalReleased, isReleaseCurrent } from './release/release.ts';
export { findReleased, type ReleasedFindings } from './releases/releases.ts';
export { findingKinds, type ReportFinding } from './finding-schemas.ts';
export { inputsSchema as appraisalInputsSchema } from './schemas.ts';
export { findCurrentVersion, type CurrentVersion } from './versions/versions.ts';
