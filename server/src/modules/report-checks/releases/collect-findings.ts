import type { Ctx } from '#context';
import { listDocuments, type DocumentView } from '#modules/documents';
import { listConsultationFacts, type FactSources, type SourcedFacts } from '#modules/facts';
import { decodeVin, type DecodedVin } from '#modules/vehicles';
import { computeFindings } from '../findings/compute-findings.ts';
import type { FiledFacts } from '../findings/finding-facts.ts';
import type { ReportFinding } from '../schemas.ts';

export type CollectedFindings = {
  readonly documents: readonly DocumentView[];
  readonly findings: readonly ReportFinding[];
};

/** What can be said now about every report of a case, from what was read and what our file says. */
export async function collectFindings(
  ctx: Ctx,
  sources: FactSources,
  consultationId: string,
): Promise<CollectedFindings> {
  const { sourceId, facts } = await listConsultationFacts(ctx, sources, consultationId);
  const documents = await listDocuments(ctx, sourceId);
  const found = await Promise.all(
    documents.map(async (document) =>
      computeFindings({
        documentId: document.id,
        reading: document.reading,
        decoded: await decodeAll(ctx, document),
        filed: fileOf(facts, document),
      }),
    ),
  );
  return { documents, findings: found.flat() };
}

async function decodeAll(ctx: Ctx, { reading }: DocumentView): Promise<Map<string, DecodedVin>> {
  const theirs = (reading.contents?.comparables ?? []).flatMap(({ vin, vin_masked: masked }) =>
    masked || vin === undefined ? [] : [vin.value],
  );
  const own = reading.fields.vin?.value;
  const vins = [...new Set([...theirs, ...(own === undefined ? [] : [own])])];
  const decoded = await Promise.all(vins.map(async (vin) => [vin, await decodeVin(ctx, vin)] as const));
  return new Map(decoded.flatMap(([vin, told]) => (told === undefined ? [] : [[vin, told] as const])));
}

/** A fact that comes from the report itself is no second fact; then what was submitted is. */
function fileOf(facts: SourcedFacts, { differences }: DocumentView): FiledFacts {
  const sent = new Map(differences.map(({ field, sent: value }) => [field, value]));
  const pick = <T extends string | number>(fact: { value: T; from: string } | undefined, field: string) => {
    if (fact !== undefined && fact.from !== 'report' && fact.from !== 'VIN') return fact.value;
    return (sent.get(field) ?? undefined) as T | undefined;
  };
  return {
    vin: pick(facts.vin, 'vehicle.vin'),
    year: pick(facts.year, 'vehicle.year'),
    make: pick(facts.make, 'vehicle.make'),
    model: pick(facts.model, 'vehicle.model'),
    trim: pick(facts.trim, 'vehicle.trim'),
    odometer: pick(facts.odometer, 'vehicle.odometer'),
    date_of_loss: pick(facts.date_of_loss, 'loss.date_of_loss'),
  };
}
