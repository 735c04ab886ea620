import type { Vendor } from '../extraction/label-data.ts';
import type { Word } from '../extraction/read-word-table.ts';
import type { ReportContents } from '../report-schemas.ts';
import { withoutFooters } from '../contents/section-rules.ts';
import type { Draft, FamilyVehicle } from '../contents/family-schemas.ts';
import { boundDraft } from '../contents/bound-draft.ts';
import { lowered } from '../contents/printed-rules.ts';
import { checkIdentities } from '../identities/check-identities.ts';
import { readCcc } from '../ccc/read-ccc.ts';
import { readMitchell } from '../mitchell/read-mitchell.ts';
import { precisionOf } from '../contents/row-rules.ts';

export type FamilyContents = {
  readonly own: readonly Word[];
  readonly vehicle: FamilyVehicle | undefined;
  readonly contents: ReportContents;
};

/** What a report of a known layout says; undefined when it has none, and is read by the usual words alone. */
export function readFamily(
  words: readonly Word[],
  { vendor, ocr }: { vendor: Vendor; ocr: boolean },
): FamilyContents | undefined {
  const precision = precisionOf(ocr);
  const read = vendor === 'mitchell' ? readMitchell : vendor === 'ccc' ? readCcc : undefined;
  const family = read?.(withoutFooters(words, precision), { precision, ocr });
  if (family === undefined) return undefined;
  const { several, own, evidence } = family;
  const vehicle = isNamed(family.vehicle) ? family.vehicle : undefined;
  const draft = boundDraft(family.draft);
  return { own, vehicle, contents: several ? contentsOfSeveral(draft) : checkIdentities(draft, evidence, ocr) };
}

/** Longer than any name of a model or trim that was seen. */
const maxName = 120;

/** A name that fills a page is none. */
const isNamed = (vehicle: FamilyVehicle | undefined): boolean =>
  [vehicle?.make, vehicle?.model.value, vehicle?.trim?.value].every((name = '') => name.length <= maxName);

/** Of several reports only the first sum is shown, and nothing of it is certain. */
const contentsOfSeveral = ({ sum }: Draft): ReportContents => ({
  sum: sum.map((line) => ({ ...line, cents: lowered(line.cents) })),
  condition: [],
  comparables: [],
  identities: [],
});
