import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';

const featureStates = {
  referral_sandbox: Type.Boolean(),
  partner_security_platform: Type.Boolean(),
  signed_credentials: Type.Boolean(),
  review_records: Type.Boolean(),
};

export const featureFlagsSchema = Type.Object(
  {
    intake_program_open: Type.Boolean(),
    registration_open: Type.Boolean(),
    features: Type.Object(featureStates, closed),
  },
  closed,
);

export const featureFlagsPatchSchema = Type.Object(
  {
    intake_program_open: Type.Optional(Type.Boolean()),
    registration_open: Type.Optional(Type.Boolean()),
    features: Type.Optional(Type.Partial(Type.Object(featureStates, closed), closed)),
  },
  closed,
);

export type FeatureFlags = Static<typeof featureFlagsSchema>;
export type FeatureFlagsPatch = Static<typeof featureFlagsPatchSchema>;
