import { Type, type Static } from 'typebox';
import { moneySchema } from '#lib/api/offer-parts';
import { closed, nullable } from '#lib/api/shapes';
import { appraisalInputsSchema } from '#modules/appraisals';
import { exposureSchema } from '#modules/figures';
import { snapshotSchema } from '#modules/vehicles';
import { consentRecordSchema } from '../consent/schemas.ts';

const text = nullable(Type.String());

const reportSchema = Type.Object(
  {
    document_id: Type.String(),
    sha256: Type.String(),
    size_bytes: Type.Integer(),
    pages: Type.Integer(),
    vendor: Type.String(),
    received_at: Type.String(),
    file_removed_at: text,
  },
  closed,
);

/** Everything about one referral that the administrator of a GAP program may see. */
export const evidencePacketSchema = Type.Object(
  {
    object: Type.Literal('gap.evidence_packet'),
    made_at: Type.String(),
    referral_id: Type.String(),
    consultation_id: Type.String(),
    number: Type.String(),
    test: Type.Boolean(),
    institution: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    external_ref: text,
    claim: Type.Object(
      { borrower: text, vehicle: text, vin: text, insurer: text, claim_number: text, date_of_loss: text, state: text },
      closed,
    ),
    exposure: exposureSchema,
    /** The insurer's offer and payment, part by part. */
    money: moneySchema,
    appraisal: nullable(
      Type.Object(
        {
          version: Type.Integer(),
          released_at: Type.String(),
          inputs_sha256: Type.String(),
          inputs: appraisalInputsSchema,
        },
        closed,
      ),
    ),
    reports: Type.Array(reportSchema),
    snapshot: nullable(snapshotSchema),
    consent: consentRecordSchema,
  },
  closed,
);

export type EvidencePacket = Static<typeof evidencePacketSchema>;
