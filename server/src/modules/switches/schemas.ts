import { Type, type Static } from 'typebox';
import { closed } from '#lib/shapes';

const featureStates = {
  referral_sandbox: Type.Boolean(),
  partner_security_platform: Type.Boolean(),
  signed_credentials: Type.Boolean(),
  review_records: Type.Boolean(),
};

export const switchesSchema = Type.Object(
  {
    intake_program_open: Type.Boolean(),
    registration_open: Type.Boolean(),
    features: Type.Object(featureStates, closed),
  },
  closed,
);

export const switchesPatchSchema = Type.Object(
  {
    intake_program_open: Type.Optional(Type.Boolean()),
    registration_open: Type.Optional(Type.Boolean()),
    features: Type.Optional(Type.Partial(Type.Object(featureStates, closed), closed)),
  },
  closed,
);

export type Switches = Static<typeof switchesSchema>;
export type SwitchesPatch = Static<typeof switchesPatchSchema>;
