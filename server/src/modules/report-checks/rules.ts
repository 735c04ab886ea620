import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/json/canonical-json';
import type { ReportFinding } from './schemas.ts';

/** The text that is stored: equal findings, equal text. */
export const toText = (findings: readonly ReportFinding[]): string => canonicalJson(findings);

/** Names findings, so that a release can say which it saw. */
export const fingerprintOf = (findings: readonly ReportFinding[]): string =>
  createHash('sha256').update(toText(findings), 'utf8').digest('hex');

export const releaseAad = (id: string): string => `report_checks.releases/${id}/findings`;
