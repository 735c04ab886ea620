import { createHash } from 'node:crypto';
import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { canonicalJson } from '#lib/json/canonical-json';
import { newId } from '#lib/tokens/ids';
import { getConsultation, listConsultationFacts, type FactSources, type SourcedFacts } from '#modules/consultations';
import { listDocuments, type DocumentView } from '#modules/documents';
import { listStaffNames } from '#modules/staff';
import { decodeVin, type DecodedVin } from '#modules/vehicles';
import { lockNames, prepared, preparedInsert, transact, type Db, type TxDb } from '#platform/db';
import { computeFindings } from '../findings/compute-findings.ts';
import type { FiledFacts } from '../findings/finding-facts.ts';
import type { ReportCheckView, ReportFinding } from '../finding-schemas.ts';
import { AppError, notFound } from '#platform/errors';

const conflict = (code: string, message: string) => new AppError(code, message, { status: 409 });

const findingsChanged = () =>
  conflict('findings_changed', 'What was found has changed since you looked. Look at it again.');

const findingUnknown = () => notFound('One of these is not among the findings of this case.');

const consultationClosed = () => conflict('invalid_state', 'This case is closed.');

type CollectedFindings = {
  readonly documents: readonly DocumentView[];
  readonly findings: readonly ReportFinding[];
};

/** The current findings about every report of a case, from its reading and our file. */
async function collectFindings(ctx: Ctx, sources: FactSources, consultationId: string): Promise<CollectedFindings> {
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

/** A fact that comes from the report itself cannot confirm it, so the submitted fact is used. */
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

export type ReleasedFindings = {
  readonly findings: readonly ReportFinding[];
  readonly by: string;
  readonly at: Date;
};

/** The findings that the customer sees, as released; undefined for none. */
export async function findReleased(
  { db, vault }: Pick<Ctx, 'vault'> & { readonly db: Db },
  consultationId: string,
): Promise<ReleasedFindings | undefined> {
  const row = await findNewest(db, consultationId);
  if (row === undefined || row.sealedFindings === null) return undefined;
  const findings = JSON.parse(vault.decrypt(row.sealedFindings, releaseAad(row.id))) as ReportFinding[];
  return { findings, by: row.staffId, at: row.at };
}

/** The findings about a case's reports, and the ones that the customer sees, for staff. */
export async function getReportCheck(ctx: Ctx, sources: FactSources, consultationId: string): Promise<ReportCheckView> {
  requireStaff(ctx.actor);
  const [{ documents, findings }, released] = await Promise.all([
    collectFindings(ctx, sources, consultationId),
    findReleased(ctx, consultationId),
  ]);
  const names = await listStaffNames(ctx, released === undefined ? [] : [released.by]);
  return {
    object: 'report_check',
    consultation_id: consultationId,
    documents: documents.map(({ id, reading, file_removed_at: removedAt }) => ({
      id,
      vendor: reading.vendor,
      pages: reading.pages,
      checked: reading.contents !== undefined,
      has_file: removedAt === null,
    })),
    findings: [...findings],
    fingerprint: fingerprintOf(findings),
    released:
      released === undefined
        ? null
        : {
            released_by: names.get(released.by) ?? released.by,
            released_at: released.at.toISOString(),
            findings: [...released.findings],
          },
  };
}

type ReleaseFindings = {
  readonly consultationId: string;
  /** The fingerprint of the findings that staff saw. */
  readonly fingerprint: string;
  readonly findingIds: readonly string[];
};

/**
 * Shows these findings to the customer, as they are now. The request names the findings that staff saw; if they have
 * changed, nothing is released. Repeating it does not create a second release.
 */
export async function releaseFindings(ctx: Ctx, sources: FactSources, release: ReleaseFindings): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  const { consultationId, fingerprint, findingIds } = release;
  const { closed_at: closedAt } = await getConsultation(ctx, consultationId);
  if (closedAt !== null) throw consultationClosed();
  const { findings } = await collectFindings(ctx, sources, consultationId);
  if (fingerprintOf(findings) !== fingerprint) throw findingsChanged();
  const wanted = findings.filter(({ id }) => findingIds.includes(id));
  if (wanted.length !== new Set(findingIds).size) throw findingUnknown();
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`report-checks/${consultationId}`]);
    const before = await findReleased(tx, consultationId);
    if (before !== undefined && toText(before.findings) === toText(wanted)) return;
    const at = tx.clock.now();
    const id = newId('rcr', at);
    const sealed = tx.vault.encrypt(toText(wanted), releaseAad(id));
    insertRelease(tx.db, { id, consultation_id: consultationId, encrypted_findings: sealed, staff_id: staffId, at });
  });
}

/** The customer no longer sees any findings; released appraisals keep theirs. */
export async function withdrawFindings(ctx: Ctx, consultationId: string): Promise<void> {
  const { staffId } = requireStaff(ctx.actor);
  await getConsultation(ctx, consultationId);
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`report-checks/${consultationId}`]);
    if ((await findReleased(tx, consultationId)) === undefined) return;
    const at = tx.clock.now();
    const id = newId('rcr', at);
    insertRelease(tx.db, { id, consultation_id: consultationId, encrypted_findings: null, staff_id: staffId, at });
  });
}

/** The stored text: equal findings, equal text. */
const toText = (findings: readonly ReportFinding[]): string => canonicalJson(findings);

/** Identifies findings, so that a release names the ones that staff saw. */
const fingerprintOf = (findings: readonly ReportFinding[]): string =>
  createHash('sha256').update(toText(findings), 'utf8').digest('hex');

const releaseAad = (id: string): string => `report_checks.releases/${id}/findings`;

const insertRow = preparedInsert('report_checks.releases', [
  'id',
  'consultation_id',
  'encrypted_findings',
  'staff_id',
  'at',
]);

function insertRelease(db: TxDb, row: Parameters<typeof insertRow>[0]): void {
  db.write(insertRow(row));
}

type ReleaseRow = {
  readonly id: string;
  /** Null if it withdraws the previous release. */
  readonly sealedFindings: Buffer | null;
  readonly staffId: string;
  readonly at: Date;
};

const newest = prepared<[consultationId: string], ReleaseRow>(
  'report-checks.find-newest',
  `select id, encrypted_findings as "sealedFindings", staff_id as "staffId", at from report_checks.releases
   where consultation_id = $1 order by number desc limit 1`,
);

/** The current release. */
const findNewest = (db: Db, consultationId: string) => db.find(newest(consultationId));
