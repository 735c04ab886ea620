import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { passwordLengthMax } from '#platform/sign-in';
import { authenticatorSchema } from '../sign-in-schemas.ts';

const token = Type.String({ pattern: '^[0-9A-Za-z]{43}$' });
const password = Type.String({ minLength: 1, maxLength: passwordLengthMax });
const email = Type.String({ format: 'email', maxLength: 254 });

export const typedAddressSchema = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254, description: 'The address of the member, typed to confirm.' }) },
  closed,
);
export const memberResetSchema = Type.Object(
  { expires_at: Type.String({ description: 'Until when the link in the mail to the member works.' }) },
  closed,
);

export const resetViewSchema = Type.Object(
  {
    email: Type.String(),
    opens_at: Type.String(),
    waits: Type.Boolean({ description: 'The link does not work yet; until then it can be stopped.' }),
  },
  closed,
);
export const beginSetUpSchema = Type.Object({ token, password }, closed);
export const begunSetUpSchema = Type.Object({ authenticator: authenticatorSchema }, closed);
export const finishSetUpSchema = Type.Object(
  { token, password, code: Type.String({ minLength: 1, maxLength: 60 }) },
  closed,
);
/** Shown once. */
export const newRecoveryCodesSchema = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { maxItems: 10 }) },
  closed,
);

export const staffResetSchema = Type.Object(
  {
    email,
    identity_check: Type.String({
      minLength: 20,
      maxLength: 200,
      pattern: '(\\S\\s*){15}',
      description: 'How you know that it is them, such as whom you called back and at which number you found where.',
    }),
  },
  closed,
);
export const madeResetSchema = Type.Object(
  { id: Type.String(), opens_at: Type.String(), expires_at: Type.String() },
  closed,
);
const states = ['waiting', 'open', 'used', 'stopped_by_user', 'stopped_by_us', 'expired'] as const;
export type ResetState = (typeof states)[number];

export const resetListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          email: Type.String(),
          name: Type.String(),
          made_by: Type.String(),
          identity_check: Type.String(),
          created_at: Type.String(),
          opens_at: Type.String(),
          expires_at: Type.String(),
          state: Type.Unsafe<ResetState>(Type.Enum([...states], { type: 'string' })),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);
