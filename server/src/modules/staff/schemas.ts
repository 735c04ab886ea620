import { Type, type Static } from 'typebox';
import { formerCallerRole, staffRoles, type StaffRole } from '#actor';
import { pageOf } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { spokenLanguages } from './rules.ts';

const role = Type.Unsafe<StaffRole>(Type.Enum([...staffRoles], { type: 'string' }));
const languages = Type.Array(Type.Enum([...spokenLanguages], { type: 'string' }), {
  maxItems: 10,
  description: 'What they speak beside English; whoever chose that language is offered to them first.',
});
const method = Type.Enum(['oidc', 'password'], { type: 'string' });

export const staffMeSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role,
    time_zone: Type.String({ description: 'The zone whose days are the team’s days.' }),
    /** Null for a token. */
    session: nullable(
      Type.Object(
        {
          id: Type.String(),
          method,
          created_at: Type.String(),
          idle_expires_at: Type.String(),
          expires_at: Type.String(),
          fresh_until: nullable(
            Type.String({
              description: 'Until when they need not confirm that it is them. Null: the next such call asks for it.',
            }),
          ),
          previous_sign_in_at: nullable(Type.String({ description: 'When they had signed in before this session.' })),
          failed_tries: Type.Integer({ description: 'Refused sign-ins between the two, of the last 31 days.' }),
          failed_networks: Type.Integer({ description: 'From how many networks.' }),
        },
        closed,
      ),
    ),
    /** What a request that changes data must send. */
    csrf: Type.Object({ origin: Type.String(), content_type: Type.String() }, closed),
  },
  closed,
);
export type StaffMe = Static<typeof staffMeSchema>;

export const sessionPageSchema = pageOf(
  Type.Object(
    {
      id: Type.String(),
      method,
      current: Type.Boolean(),
      created_at: Type.String(),
      last_seen_at: Type.String(),
      expires_at: Type.String(),
    },
    closed,
  ),
);

export const colleaguePageSchema = pageOf(Type.Object({ id: Type.String(), name: Type.String() }, closed));

export const staffPageSchema = pageOf(
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role,
      languages,
      created_at: Type.String(),
      disabled_at: nullable(Type.String()),
      identity_bound: Type.Boolean(),
      password_set: Type.Boolean(),
      last_seen_at: nullable(Type.String()),
      signed_in_at: nullable(Type.String({ description: 'When they last signed in.' })),
      failed_tries: Type.Integer({ description: 'Refused sign-ins since then, of the last 31 days.' }),
      failed_networks: Type.Integer({ description: 'From how many networks.' }),
      /** The number of active sessions. */
      sessions: Type.Integer(),
      /** Until when an unused set-up link works. */
      setup_expires_at: nullable(Type.String()),
    },
    closed,
  ),
);

export const staffChangeSchema = Type.Object(
  {
    role: Type.Optional(
      Type.Enum([...staffRoles, formerCallerRole], {
        type: 'string',
        description: 'agent is the former name of caller',
      }),
    ),
    disabled: Type.Optional(Type.Boolean()),
    /** false unbinds the identity, so that a new one can be bound after the identity provider changed. */
    identity_bound: Type.Optional(Type.Literal(false)),
    languages: Type.Optional(languages),
  },
  { ...closed, minProperties: 1 },
);

/** A new member; the default role is caller. */
export const newStaffSchema = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254 }),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    role: Type.Optional(Type.Unsafe<StaffRole>(Type.Enum([...staffRoles], { type: 'string' }))),
  },
  closed,
);

/** A set-up link is being emailed. */
export const setupSentSchema = Type.Object({ id: Type.String(), setup_expires_at: Type.String() }, closed);

export const doneSchema = Type.Object({ ok: Type.Literal(true) }, closed);

export const passwordConfirmationSchema = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 200 }) },
  closed,
);
export const confirmedSchema = Type.Object({ fresh_until: Type.String() }, closed);
