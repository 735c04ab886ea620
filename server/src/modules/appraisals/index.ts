// Owns the written appraisals of consultations: drafts, released versions, the owner's page and the PDF.
// Promises that a released version never changes, and that releasing delivers, notifies and charges once or not at all.
export type { AppraisalSources, AppraisalSubject, Licence } from './facts.ts';
export { isAppraisalReleased } from './release/is-appraisal-released.ts';
export { isReleaseCurrent } from './release/is-release-current.ts';
export { PdfPaper } from './pages/pdf-paper.ts';
export { findPrintableVersion } from './pages/find-printable-version.ts';
export { inputsSchema as appraisalInputsSchema } from './schemas.ts';
export { findCurrentVersion, type CurrentVersion } from './versions/find-current-version.ts';
export { personalData } from './personal-data.ts';
