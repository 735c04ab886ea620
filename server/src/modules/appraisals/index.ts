// Owns the written appraisals of consultations: drafts, released versions, the owner's page and the PDF.
// Promises that a released version never changes, and that releasing delivers, notifies and charges once or not at all.
export type { AppraisalSources, AppraisalSubject, Licence } from './facts.ts';
export { isAppraisalReleased } from './release/release.ts';
export { isReleaseCurrent } from './release/release.ts';
export { PdfPaper } from './pages/appraisal-pdf.ts';
export { findPrintableVersion } from './pages/appraisal-copies.ts';
export { inputsSchema as appraisalInputsSchema } from './schemas.ts';
export { findCurrentVersion, type CurrentVersion } from './versions/versions.ts';
export { personalData } from './personal-data.ts';
