import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { contactKinds, type ContactKind } from './rules.ts';

export const contactKindSchema = Type.Unsafe<ContactKind>(Type.Enum([...contactKinds], { type: 'string' }));

const chosen = Type.Array(contactKindSchema, { minItems: 1, maxItems: 3, uniqueItems: true });

export const noticesSchema = Type.Object(
  { endpoint_warnings: chosen, statements: chosen, security_notices: chosen },
  closed,
);

const contact = Type.Object(
  {
    email: nullable(Type.String()),
    /** An address that is not confirmed yet. */
    pending: nullable(Type.Object({ email: Type.String(), expires_at: Type.String() }, closed)),
  },
  closed,
);

export const contactsSchema = Type.Object(
  {
    object: Type.Literal('portal.contacts'),
    technical: contact,
    operations: contact,
    billing: contact,
    notices: noticesSchema,
  },
  closed,
);
export type Contacts = Static<typeof contactsSchema>;

export const contactPatchSchema = Type.Object(
  { email: nullable(Type.String({ format: 'email', maxLength: 254 })) },
  closed,
);

export const contactTokenSchema = Type.Object({ token: Type.String({ minLength: 43, maxLength: 43 }) }, closed);

export const confirmedContactSchema = Type.Object(
  { object: Type.Literal('portal.confirmed_contact'), kind: contactKindSchema, institution: Type.String() },
  closed,
);
export type ConfirmedContact = Static<typeof confirmedContactSchema>;
