import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';
import { customerSchema, lossSchema, offerSchema, vehicleSchema } from '../schemas.ts';

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
