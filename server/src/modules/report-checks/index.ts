// Owns what is found about the insurer's own report, and which of it the customer sees.
// Promises that nothing certain rests on a doubtful figure, and that the customer sees what staff released, unchanged.
export { findReleased, type ReleasedFindings } from './releases/releases.ts';
export { findingKinds, type ReportFinding } from './schemas.ts';
export { personalData } from './personal-data.ts';
