import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requireRole } from '#actor';
import type { Ctx } from '#context';
import type { Sender } from '#lib/brand/letterhead';
import { PdfPaper, findPrintableVersion } from '#modules/appraisals';
import { nameSubject } from '#modules/ledger';
import { getConsultation } from '#modules/consultations';
import { getDocumentFile, inspectPdf, listDocuments, mergePdfs, redrawPdf } from '#modules/documents';
import { getExposure } from '#modules/figures';
import { getSnapshot } from '#modules/vehicles';
import { getInstitution } from '#modules/partners';
import { findReferredLoan } from '#modules/referrals';
import type { Config } from '#platform/config';
import { AppError, notFound } from '#platform/errors';
import { getConsentRecord } from '../consent/get-consent-record.ts';
import { writeConsentPdf } from '../consent/write-consent-pdf.ts';
import { collectSubject } from '../detail/get-consultation-detail.ts';
import {
  computeIndex,
  countPages,
  describeExposure,
  describePacket,
  describeSnapshot,
  isAppended,
  packetMaxBytes,
  sha256Of,
  tabulateChecklist,
  tabulateMoney,
  tabulateSnapshot,
  type FrontTable,
  type IndexLine,
  type PacketPart,
} from './rules.ts';
import type { EvidencePacket } from './schemas.ts';

type Collecting = { readonly client: string; readonly signal: AbortSignal; readonly reader: Config['readers'] };

/** The files of a packet in its order: appraisal, insurer's reports, consent record. One that cannot be appended is listed. */
async function collectParts(ctx: Ctx, packet: EvidencePacket, collecting: Collecting): Promise<PacketPart[]> {
  const version = await findPrintableVersion(ctx, packet.consultation_id);
  const consent = await inspect('Consent and contact ledger', await writeConsentPdf(packet.consent), collecting);
  const parts: PacketPart[] = [];
  if (version !== undefined)
    parts.push(await inspect(`Appraisal, version ${version.number}`, await version.print(), collecting));
  let bytes = [consent, ...parts].reduce((sum, part) => sum + ('content' in part ? part.content.length : 0), 0);
  // One after another, because each is read into memory and takes a reading slot.
  for (const report of packet.reports) {
    const title = `Insurer’s report, received ${report.received_at.slice(0, 10)}`;
    if (bytes + report.size_bytes > packetMaxBytes) {
      parts.push({ title, sha256: report.sha256, why: 'would make this file too large' });
      continue;
    }
    const part = await readReport(ctx, { ...report, title }, collecting);
    if ('content' in part) bytes += part.content.length;
    parts.push(part);
  }
  return [...parts, consent];
}

type Report = EvidencePacket['reports'][number] & { readonly title: string };

async function readReport(ctx: Ctx, { title, ...report }: Report, collecting: Collecting): Promise<PacketPart> {
  const listed = (why: string): PacketPart => ({ title, sha256: report.sha256, why });
  if (report.file_removed_at !== null) return listed('was removed from the store');
  const content = await readFile(ctx, report.document_id);
  if (content === undefined) return listed('cannot be found in the store');
  // The hash from the day it arrived: a different file is not evidence.
  if (sha256Of(content) !== report.sha256) return listed('is not the file that was received');
  const part = await inspect(title, content, collecting);
  if (!isAppended(part)) return part;
  // Redrawn, because the administrator would trust scripts or attachments of an untrusted file as ours.
  const drawn = await redrawPdf({ pdf: content, ...collecting });
  return drawn === undefined ? listed('cannot be drawn') : { ...part, content: drawn };
}

/** A lost file is missing from the packet, which says so; the other parts are still useful. */
async function readFile(ctx: Ctx, documentId: string): Promise<Buffer | undefined> {
  try {
    return await buffer((await getDocumentFile(ctx, documentId)).content);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.error({ document: documentId, code: error.code }, 'board.evidence-file-missing');
    return undefined;
  }
}

async function inspect(title: string, content: Buffer, collecting: Collecting): Promise<PacketPart> {
  const sha256 = sha256Of(content);
  const inspected = await inspectPdf({ pdf: content, ...collecting });
  return inspected.kind === 'refused'
    ? { title, sha256, why: inspected.why }
    : { title, sha256, content, pages: inspected.pages };
}

const noCase = () =>
  new AppError('invalid_state', 'The borrower has not said yes; there is no case to show.', { status: 409 });

/**
 * Everything that belongs to the GAP claim of one referral of an institution. The packet contains the consent record,
 * which is for leads, so the packet is for leads too.
 */
export async function getEvidencePacket(ctx: Ctx, institutionId: string, referralId: string): Promise<EvidencePacket> {
  requireRole(ctx.actor, 'lead');
  const loan = await findReferredLoan(ctx, referralId);
  if (loan === undefined || loan.institutionId !== institutionId) throw notFound('No referral has this id.');
  if (loan.consultationId === null) throw noCase();
  const { consultationId } = loan;
  const [exposure, institution, consultation, subject, version, documents, consent] = await Promise.all([
    getExposure(ctx, institutionId, referralId),
    getInstitution(ctx, institutionId),
    getConsultation(ctx, consultationId),
    collectSubject(ctx, consultationId),
    findPrintableVersion(ctx, consultationId),
    listDocuments(ctx, referralId),
    getConsentRecord(ctx, consultationId),
  ]);
  // The consent record names the case as its subject, but the request was for the referral.
  nameSubject(ctx.actor, referralId);
  // The market that the appraisal is based on; without an appraisal, that of the case.
  const snapshotId = version?.snapshotId ?? subject.snapshotId;
  return {
    object: 'gap.evidence_packet',
    made_at: ctx.clock.now().toISOString(),
    referral_id: referralId,
    consultation_id: consultationId,
    number: consent.number,
    test: consent.test,
    institution: { id: institution.id, name: institution.name },
    external_ref: loan.externalRef,
    claim: toClaim(subject),
    exposure,
    money: consultation.money,
    appraisal:
      version === undefined
        ? null
        : {
            version: version.number,
            released_at: version.releasedAt.toISOString(),
            inputs_sha256: version.sha256,
            inputs: version.inputs,
          },
    reports: documents.map((document) => ({
      document_id: document.id,
      sha256: document.sha256,
      size_bytes: document.size_bytes,
      pages: document.reading.pages,
      vendor: document.reading.vendor,
      received_at: document.created_at,
      file_removed_at: document.file_removed_at,
    })),
    snapshot: snapshotId === undefined ? null : await getSnapshot(ctx, snapshotId),
    consent,
  };
}

type Subject = Awaited<ReturnType<typeof collectSubject>>;

function toClaim({ owner, year, make, model, trim, ...subject }: Subject): EvidencePacket['claim'] {
  const vehicle = [year, make, model, trim].filter((word) => word !== undefined).join(' ');
  return {
    borrower: owner ?? null,
    vehicle: vehicle === '' ? null : vehicle,
    vin: subject.vin ?? null,
    insurer: subject.insurer ?? null,
    claim_number: subject.claimNumber ?? null,
    date_of_loss: subject.dateOfLoss ?? null,
    state: subject.state ?? null,
  };
}

/** Ten reports of the largest size take a third of it. */
const timeoutMs = 90_000;

/** The packet of one referral as one PDF: an index, our own sections, then the files with all their pages. */
export async function printEvidencePacket(
  ctx: Ctx,
  institutionId: string,
  referralId: string,
): Promise<{ readonly number: string; readonly content: Buffer }> {
  const { staffId: client } = requireRole(ctx.actor, 'lead');
  const packet = await getEvidencePacket(ctx, institutionId, referralId);
  const { number } = packet;
  const { team } = ctx.config;
  const work = { client, signal: AbortSignal.timeout(timeoutMs), reader: ctx.config.readers };
  const parts = await collectParts(ctx, packet, work);
  const front = await writePacketFront({ packet, parts, team });
  const files = parts.flatMap((part) => (isAppended(part) ? [part.content] : []));
  if (files.length === 0) return { number, content: front };
  const merged = await mergePdfs({ files: [front, ...files], ...work });
  if (merged !== undefined) return { number, content: merged };
  // Each file could be merged alone but not all together: the index must not name missing pages.
  ctx.log.error({ referral: referralId }, 'board.evidence-not-merged');
  const listed: PacketPart[] = parts.map((part) =>
    isAppended(part) ? { title: part.title, sha256: part.sha256, why: 'could not be merged into this file' } : part,
  );
  return { number, content: await writePacketFront({ packet, parts: listed, team }) };
}

type Front = { readonly packet: EvidencePacket; readonly parts: readonly PacketPart[]; readonly team: Sender };
type Own = { readonly title: string; readonly page: number };
type Written = { readonly content: Buffer; readonly own: readonly Own[]; readonly pages: number };

/** Our own sections, in order. */
const titles = ['GAP exposure', 'Checklist', 'Settlement breakdown', 'Market snapshot'] as const;

/** Some ten milliseconds of work. */
const rowsPerTurn = 10;

/** As long as the longest number of a page, so that the index of the first writing has the lines of the second. */
const anyPage = 999;

/**
 * The pages before the appended files: index, figures, checklist, breakdown, market. Written twice, because the index
 * comes first but its page numbers are known last.
 */
export async function writePacketFront(front: Front): Promise<Buffer> {
  const guessed = computeIndex(
    titles.map((title) => ({ title, page: anyPage })),
    anyPage,
    front.parts,
  );
  const draft = await write(front, guessed, anyPage);
  const index = computeIndex(draft.own, draft.pages, front.parts);
  const written = await write(front, index, countPages(draft.pages, front.parts));
  if (written.pages !== draft.pages) throw new Error('the index of a packet moved its pages');
  return written.content;
}

async function write({ packet, team }: Front, index: readonly IndexLine[], total: number): Promise<Written> {
  const title = 'Evidence packet for a GAP claim';
  const paper = await PdfPaper.create({ title: `${title} ${packet.number}`, at: new Date(packet.made_at), team });
  const bytes = buffer(paper.stream);
  const own: Own[] = [];
  const section = (name: (typeof titles)[number]): void => {
    paper.heading(2, name);
    own.push({ title: name, page: paper.pages });
  };
  paper.heading(1, title);
  paper.facts(describePacket(packet));
  paper.heading(2, 'Index');
  await writeTable(paper, {
    caption: 'Index',
    heads: ['Part', 'Page', 'About the file'],
    rows: index.map((line) => [line.title, line.pages, line.note]),
    widths: [206, 76, 222],
  });
  section('GAP exposure');
  paper.paragraph(
    'What the loan leaves uncovered by the insurer, as far as the lender’s GAP program bears it: the payoff less the ' +
      'vehicle’s value before tax and fees, which the deductible is taken off. What is unknown is not counted as zero.',
  );
  paper.facts(describeExposure(packet));
  section('Checklist');
  await writeTable(paper, tabulateChecklist(packet));
  section('Settlement breakdown');
  await writeTable(paper, tabulateMoney(packet));
  section('Market snapshot');
  if (packet.snapshot === null) paper.paragraph('No market read is stored for this case.');
  else {
    paper.facts(describeSnapshot(packet.snapshot));
    await writeTable(paper, tabulateSnapshot(packet.snapshot));
  }
  const { pages } = paper;
  paper.end(`Evidence packet ${packet.number}`, total);
  return { content: await bytes, own, pages };
}

async function writeTable(paper: PdfPaper, { widths, ...table }: FrontTable): Promise<void> {
  const written = paper.table(table, widths);
  for (const row of table.rows.keys()) {
    if (row % rowsPerTurn === 0) await nextTurn();
    written.row(row);
  }
  written.end();
}
