import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { passwordLengthMax } from '#platform/sign-in';
import { portalRoleSchema } from './schemas.ts';

const email = Type.String({ format: 'email', maxLength: 254 });
const named = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const password = Type.String({ minLength: 1, maxLength: passwordLengthMax });
/** Six digits, or a recovery code as it was shown. */
const code = Type.String({ minLength: 1, maxLength: 60 });
const token = Type.String({ pattern: '^[0-9A-Za-z]{43}$' });

export const signInSchema = Type.Object({ email, password, code }, closed);
export const codeSchema = Type.Object({ code }, closed);
export const freshSchema = Type.Object({ fresh_until: Type.String() }, closed);
export const emailSchema = Type.Object({ email }, closed);
export const linkSchema = Type.Object({ token }, closed);
export const setupSchema = Type.Object({ token, password, code }, closed);
export const invitedSetupSchema = Type.Object({ token, password, code, name: named(200) }, closed);
export const passwordChangeSchema = Type.Object({ current: password, code, password }, closed);

export const signUpSchema = Type.Object(
  { institution_name: named(200), name: named(200), email, purpose: named(1000) },
  closed,
);
export type SignUpRequest = Static<typeof signUpSchema>;

export const authenticatorSchema = Type.Object(
  {
    secret: Type.String({ description: 'For an authenticator app that takes no picture.' }),
    uri: Type.String(),
    qr: Type.Object({ size: Type.Integer(), path: Type.String() }, closed),
  },
  closed,
);

export const setupViewSchema = Type.Object(
  { email: Type.String(), name: Type.String(), institution_name: Type.String(), authenticator: authenticatorSchema },
  closed,
);
export type SetupView = Static<typeof setupViewSchema>;

export const invitationViewSchema = Type.Object(
  {
    email: Type.String(),
    role: portalRoleSchema,
    institution_name: Type.String(),
    authenticator: nullable(authenticatorSchema, 'Null where the address has an account: sign in with it and accept.'),
  },
  closed,
);
export type InvitationView = Static<typeof invitationViewSchema>;

/** Shown once. */
export const finishedSetupSchema = Type.Object(
  { institution_id: Type.String(), recovery_codes: Type.Array(Type.String(), { maxItems: 10 }) },
  closed,
);

export const acceptedSchema = Type.Object({ institution_id: Type.String() }, closed);

export const sessionListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          method: Type.String(),
          current: Type.Boolean(),
          created_at: Type.String(),
          last_seen_at: Type.String(),
          expires_at: Type.String(),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);

export const memberListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          email: Type.String(),
          role: portalRoleSchema,
          you: Type.Boolean(),
          since: Type.String(),
        },
        closed,
      ),
      { maxItems: 500 },
    ),
  },
  closed,
);

export const newInvitationSchema = Type.Object({ email, role: portalRoleSchema }, closed);
export const roleChangeSchema = Type.Object({ role: portalRoleSchema }, closed);
export const changedRoleSchema = Type.Object({ id: Type.String(), role: portalRoleSchema }, closed);

const invitation = {
  id: Type.String(),
  email: Type.String(),
  role: portalRoleSchema,
  created_at: Type.String(),
  expires_at: Type.String(),
};
export const invitationSchema = Type.Object(invitation, closed);
export const invitationListSchema = Type.Object(
  { data: Type.Array(Type.Object({ ...invitation, invited_by: Type.String() }, closed), { maxItems: 100 }) },
  closed,
);

export const signUpListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          institution_id: Type.String(),
          institution_name: Type.String(),
          name: Type.String(),
          email: Type.String(),
          purpose: Type.String(),
          signed_up_at: Type.String(),
          live_requested_at: nullable(Type.String()),
          live_opened_at: nullable(Type.String()),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);

export const liveOpenedSchema = Type.Object({ id: Type.String(), live_opened_at: Type.String() }, closed);
