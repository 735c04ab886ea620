import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { findPrintableVersion } from '#modules/appraisals';
import { nameSubject } from '#modules/audit';
import { getConsultation } from '#modules/consultations';
import { listDocuments } from '#modules/documents';
import { getExposure } from '#modules/exposure';
import { getSnapshot } from '#modules/market';
import { getInstitution } from '#modules/partners';
import { findReferredLoan } from '#modules/referrals';
import { AppError, notFound } from '#platform/errors';
import { getConsentRecord } from '../consent/get-consent-record.ts';
import { collectSubject } from '../detail/collect-subject.ts';
import type { EvidencePacket } from './schemas.ts';

const noCase = () =>
  new AppError('invalid_state', 'The borrower has not said yes; there is no case to show.', { status: 409 });

/**
 * Everything that belongs to the GAP claim of one referral of an institution. It has the consent record, which is for
 * leads, and so the packet is for them too.
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
  // The consent record names the case as its subject; what was asked for is the referral.
  nameSubject(ctx.actor, referralId);
  // The market that the appraisal rests on; without one, that of the case.
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
