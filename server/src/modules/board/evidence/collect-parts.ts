import { buffer } from 'node:stream/consumers';
import type { Ctx } from '#context';
import { findPrintableVersion } from '#modules/appraisals';
import { getDocumentFile, inspectPdf, redrawPdf } from '#modules/documents';
import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { writeConsentPdf } from '../consent/write-consent-pdf.ts';
import { isAppended, packetMaxBytes, sha256Of, type PacketPart } from './rules.ts';
import type { EvidencePacket } from './schemas.ts';

type Collecting = { readonly client: string; readonly signal: AbortSignal; readonly reader: Config['readers'] };

/** The files of a packet in its order: appraisal, insurer's reports, consent record. One that cannot be appended is listed. */
export async function collectParts(ctx: Ctx, packet: EvidencePacket, collecting: Collecting): Promise<PacketPart[]> {
  const version = await findPrintableVersion(ctx, packet.consultation_id);
  const consent = await inspect('Consent and contact ledger', await writeConsentPdf(packet.consent), collecting);
  const parts: PacketPart[] = [];
  if (version !== undefined)
    parts.push(await inspect(`Appraisal, version ${version.number}`, await version.print(), collecting));
  let bytes = [consent, ...parts].reduce((sum, part) => sum + ('content' in part ? part.content.length : 0), 0);
  // One after another: each is read into memory, and each takes a slot of the readers.
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
  // The hash of the day it came: another file than that is no evidence.
  if (sha256Of(content) !== report.sha256) return listed('is not the file that was received');
  const part = await inspect(title, content, collecting);
  if (!isAppended(part)) return part;
  // Redrawn: a script or an attachment of a stranger's file would come to the administrator as ours.
  const drawn = await redrawPdf({ pdf: content, ...collecting });
  return drawn === undefined ? listed('cannot be drawn') : { ...part, content: drawn };
}

/** What the store has lost is missing from the packet, which says so; its other parts are of use without it. */
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
