import type { IdentityName, ReportContents } from '../report-schemas.ts';
import {
  baseIsMean,
  baseRepeats,
  comparablesAddUp,
  comparablesRepeat,
  lowerUnproven,
  ownOdometerRepeats,
} from './comparable-identity-rules.ts';
import type { Draft, Evidence } from '../contents/family-schemas.ts';
import type { Identity } from './identity-rules.ts';
import {
  conditionAddsUp,
  offerAddsUp,
  refurbishmentAddsUp,
  taxIsRate,
  totalAddsUp,
  valuationIsMean,
} from './sum-identity-rules.ts';

const identities: readonly ((draft: Draft, evidence: Evidence) => Identity)[] = [
  offerAddsUp,
  totalAddsUp,
  baseIsMean,
  baseRepeats,
  valuationIsMean,
  taxIsRate,
  conditionAddsUp,
  refurbishmentAddsUp,
  comparablesAddUp,
  comparablesRepeat,
  ownOdometerRepeats,
];

/** A figure that was recognised is certain only while one of these holds for it; one of a text layer while none fails. */
const proofs = new Set<IdentityName>(['offer_adds_up', 'total_adds_up', 'condition_adds_up', 'comparables_add_up']);

/** Checks every identity. One that fails makes what it touches uncertain, because which of its figures is wrong is unknown. */
export function checkIdentities(draft: Draft, evidence: Evidence, ocr: boolean): ReportContents {
  const checked = identities.map((identity) => identity(draft, evidence));
  const fails = ({ name, outcome }: Identity) =>
    outcome === 'failed' || (ocr && proofs.has(name) && outcome !== 'passed');
  const lowered = checked
    .filter((identity) => fails(identity))
    .reduce((one, { lower }) => lower(one), ocr ? lowerUnproven(draft) : draft);
  // What does not add up in a scan may be misread, which says nothing about the report.
  const told = (outcome: Identity['outcome']) => (ocr && outcome === 'failed' ? 'unknown' : outcome);
  return { ...lowered, identities: checked.map(({ name, outcome }) => ({ name, outcome: told(outcome) })) };
}
