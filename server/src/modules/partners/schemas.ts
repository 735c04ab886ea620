import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/shapes';

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const email = nullable(Type.String({ format: 'email', maxLength: 254 }));

export const institutionSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.institution'),
    name: Type.String(),
    status: Type.Enum(['active', 'suspended'], { type: 'string' }),
    technical_contact_email: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);

export type Institution = Static<typeof institutionSchema>;

export const newInstitutionSchema = Type.Object({ name, technical_contact_email: Type.Optional(email) }, closed);

export type NewInstitutionRequest = Static<typeof newInstitutionSchema>;

export const institutionPatchSchema = Type.Object(
  {
    name: Type.Optional(name),
    status: Type.Optional(Type.Enum(['active', 'suspended'], { type: 'string' })),
    technical_contact_email: Type.Optional(email),
  },
  { ...closed, minProperties: 1 },
);

export type InstitutionPatch = Static<typeof institutionPatchSchema>;
