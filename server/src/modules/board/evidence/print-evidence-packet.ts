import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { mergePdfs } from '#modules/documents';
import { collectParts } from './collect-parts.ts';
import { getEvidencePacket } from './get-evidence-packet.ts';
import { isAppended, type PacketPart } from './rules.ts';
import { writePacketFront } from './write-packet-front.ts';

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
  // Each could be merged alone and all together could not: the index must not name pages that are not there.
  ctx.log.error({ referral: referralId }, 'board.evidence-not-merged');
  const listed: PacketPart[] = parts.map((part) =>
    isAppended(part) ? { title: part.title, sha256: part.sha256, why: 'could not be merged into this file' } : part,
  );
  return { number, content: await writePacketFront({ packet, parts: listed, team }) };
}
