import { Type, type Static } from 'typebox';
import { seenCallMembers } from '#lib/api/seen-call';
import { closed, nullable } from '#lib/api/shapes';
import { callOutcomes, consultationSchema } from '#modules/consultations';
import { documentSchema } from '#modules/documents';
import { preliminarySchema } from '#modules/vehicles';
import {
  agentSchema,
  consentSchema,
  customerSchema,
  intakeStatuses,
  lossSchema,
  offerSchema,
  vehicleSchema,
} from '../schemas.ts';

/** What a staff member stated; null is "not known after all". */
const statedSchema = Type.Object(
  { value: nullable(Type.Union([Type.String(), Type.Number()])), by: Type.String(), at: Type.String() },
  closed,
);

/** The findings in addition to the submission, by source. */
const lookedUpSchema = Type.Object(
  {
    plate: Type.Optional(Type.Object({ vin: Type.String() }, closed)),
    decoded: Type.Optional(
      Type.Object(
        {
          vin: Type.String(),
          year: Type.Optional(Type.Integer()),
          make: Type.Optional(Type.String()),
          model: Type.Optional(Type.String()),
          series: Type.Optional(Type.String()),
          trims: Type.Array(Type.String()),
          body: Type.Optional(Type.String()),
          engine: Type.Optional(Type.String()),
          displacement_l: Type.Optional(Type.Number()),
          cylinders: Type.Optional(Type.Integer()),
          fuel: Type.Optional(Type.String()),
          powertrain: Type.Optional(Type.Enum(['battery', 'plug-in', 'engine'], { type: 'string' })),
          drive: Type.Optional(Type.String()),
          cab: Type.Optional(Type.String()),
          transmission: Type.Optional(Type.String()),
          check_digit: Type.Enum(['right', 'wrong', 'unknown'], { type: 'string' }),
          confidence: Type.Enum(['high', 'medium', 'low'], { type: 'string' }),
          data_version: Type.String(),
        },
        closed,
      ),
    ),
    listing: Type.Optional(Type.Object({ vin: Type.String(), trim: Type.String() }, closed)),
    report: Type.Optional(
      Type.Object(
        {
          vin: Type.Optional(Type.String()),
          year: Type.Optional(Type.Integer()),
          make: Type.Optional(Type.String()),
          model: Type.Optional(Type.String()),
          trim: Type.Optional(Type.String()),
          odometer: Type.Optional(Type.Integer()),
          date_of_loss: Type.Optional(Type.String()),
          insurer: Type.Optional(Type.String()),
          claim_number: Type.Optional(Type.String()),
          offer_cents: Type.Optional(Type.Integer()),
        },
        closed,
      ),
    ),
    nothing_read: Type.Optional(Type.Literal(true)),
    staff: Type.Optional(Type.Record(Type.String(), statedSchema)),
  },
  closed,
);

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
    struck_phones: Type.Array(Type.String({ description: 'A number that turned out to be somebody else’s.' })),
    consent: consentSchema,
    vehicle: vehicleSchema,
    loss: lossSchema,
    offer: offerSchema,
    found: lookedUpSchema,
    preliminary: nullable(preliminarySchema),
    attestation_version: Type.String(),
    priority_callback: Type.Boolean(),
    confirmation: nullable(
      Type.Object(
        {
          at: Type.String(),
          attestation_version: Type.String(),
          by: Type.Enum(['customer', 'staff'], { type: 'string' }),
          via: Type.Enum(['relayed', 'email', 'text', 'call'], { type: 'string' }),
          token: Type.Optional(Type.String()),
          wording_version: Type.Optional(Type.String()),
          wording_hash: Type.Optional(Type.String()),
          ip: Type.Optional(Type.String()),
          user_agent: Type.Optional(Type.String()),
          staff_id: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
    proven: nullable(
      Type.Enum(['email', 'text', 'call'], {
        type: 'string',
        description: 'By what the owner was first proven to be reached; null while nobody has, as after a relayed yes.',
      }),
    ),
    consultation: nullable(consultationSchema),
    messages: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          purpose: Type.String(),
          channel: Type.String(),
          state: Type.String(),
          held_by: nullable(Type.Enum(['recipient', 'budget'], { type: 'string' })),
          provider_status: nullable(Type.String()),
          attempts: Type.Integer(),
          created_at: Type.String(),
          finished_at: nullable(Type.String()),
        },
        closed,
      ),
    ),
    documents: Type.Array(documentSchema),
    created_at: Type.String(),
    status_at: Type.String(),
    expires_at: Type.String(),
  },
  closed,
);

export type IntakeRecord = Static<typeof intakeRecordSchema>;

/** The record after a call, and the effects of logging it. */
export const loggedIntakeCallSchema = Type.Object(
  {
    ...intakeRecordSchema.properties,
    logged: Type.Object(
      {
        call_id: nullable(Type.String({ description: 'Null when nothing but the consent ledger tells of the call.' })),
        status_changed: Type.Boolean(),
        listed: Type.Boolean({ description: 'Whether the contacts are on the do-not-contact list now.' }),
        applied_to: Type.Array(Type.String({ description: 'Another open intake of the number that was dialed.' })),
      },
      closed,
    ),
  },
  closed,
);

export type LoggedIntakeCall = Static<typeof loggedIntakeCallSchema>;

export const callRequestSchema = Type.Object(
  {
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    /** With callback_requested: when the customer wants to be called. */
    callback_at: Type.Optional(Type.String({ format: 'timestamp' })),
    ...seenCallMembers,
  },
  closed,
);

const { phone: _phone, ...customerMembers } = customerSchema.properties;

export const telephoneIntakeSchema = Type.Object(
  {
    customer: Type.Object(
      { ...customerMembers, phone: Type.String({ format: 'us-phone', description: 'the number they call from' }) },
      closed,
    ),
    vehicle: Type.Optional(vehicleSchema),
    loss: Type.Optional(lossSchema),
    offer: Type.Optional(offerSchema),
    wording_version: Type.String({ maxLength: 60, description: 'the version of the words that were read to them' }),
    agreed: Type.Literal(true, { description: 'they said yes to these words' }),
    number_read_back: Type.Boolean({ description: 'the number was read back to them and they said that it is theirs' }),
    lift_do_not_contact: Type.Optional(
      Type.Boolean({ description: 'they are on the do-not-contact list and want to be called again' }),
    ),
  },
  closed,
);
export type TelephoneIntake = Static<typeof telephoneIntakeSchema>;

export const madeIntakeSchema = Type.Object(
  {
    object: Type.Literal('telephone_case'),
    created: Type.Boolean({ description: 'False when the person has an open case already, which is named.' }),
    consultation_id: Type.String(),
    do_not_contact: Type.Boolean({ description: 'A contact is on the do-not-contact list: nobody calls or writes.' }),
  },
  closed,
);
export type MadeIntake = Static<typeof madeIntakeSchema>;

export const telephoneWordingSchema = Type.Object(
  {
    object: Type.Literal('telephone_wording'),
    version: Type.String(),
    asked: Type.String(),
    agreement: Type.String(),
    lifting: Type.String(),
  },
  closed,
);
