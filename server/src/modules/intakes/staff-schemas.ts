import { Type, type Static } from 'typebox';
import { callOutcomes, consultationSchema } from '#modules/consultations';
import { closed, nullable } from '#lib/shapes';
import {
  agentSchema,
  consentSchema,
  customerSchema,
  intakeStatuses,
  lossSchema,
  offerSchema,
  vehicleSchema,
} from './schemas.ts';

/** The whole record, for the team only. */
export const intakeRecordSchema = Type.Object(
  {
    object: Type.Literal('intake'),
    id: Type.String(),
    status: Type.Enum([...intakeStatuses], { type: 'string' }),
    agent_tier: Type.Enum(['anonymous', 'registered'], { type: 'string' }),
    principal_id: nullable(Type.String()),
    external_ref: nullable(Type.String()),
    agent: agentSchema,
    customer: customerSchema,
    consent: consentSchema,
    vehicle: vehicleSchema,
    loss: lossSchema,
    offer: offerSchema,
    attestation_version: Type.String(),
    priority_callback: Type.Boolean(),
    confirmation: nullable(
      Type.Object(
        {
          at: Type.String(),
          attestation_version: Type.String(),
          by: Type.Enum(['customer', 'staff'], { type: 'string' }),
          ip: Type.Optional(Type.String()),
          user_agent: Type.Optional(Type.String()),
          staff_id: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    consultation: nullable(consultationSchema),
    messages: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          purpose: Type.String(),
          channel: Type.String(),
          state: Type.String(),
          provider_status: nullable(Type.String()),
          attempts: Type.Integer(),
          created_at: Type.String(),
          finished_at: nullable(Type.String()),
        },
        closed,
      ),
    ),
    created_at: Type.String(),
    status_at: Type.String(),
    expires_at: Type.String(),
  },
  closed,
);

export type IntakeRecord = Static<typeof intakeRecordSchema>;

export const callRequestSchema = Type.Object(
  {
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  },
  closed,
);
