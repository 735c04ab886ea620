import { Type, type Static } from 'typebox';
import { closed } from '#lib/shapes';

const contact = {
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  phone: Type.Optional(Type.String({ format: 'us-phone', maxLength: 40 })),
};

export const doNotContactRequestSchema = Type.Object(contact, { ...closed, minProperties: 1 });

export const discountRequestSchema = Type.Object(
  {
    ...contact,
    source: Type.Enum(['agent_intake', 'partner_referral', 'staff', 'campaign'], { type: 'string' }),
  },
  { ...closed, minProperties: 2 },
);

/** Who will not be contacted any more. What nobody typed is shown only so far that it can be told apart. */
export const silenceSchema = Type.Object(
  {
    ok: Type.Literal(true),
    listed: Type.Array(
      Type.Object(
        { kind: Type.Enum(['email', 'phone'], { type: 'string' }), contact: Type.String(), typed: Type.Boolean() },
        closed,
      ),
    ),
    /** Further contacts that are known by their fingerprints alone. */
    unnamed: Type.Integer(),
    /** False when so many cases share the contact that it is no one person's: the rest was left alone. */
    complete: Type.Boolean(),
  },
  closed,
);
export type Silence = Static<typeof silenceSchema>;

export const doneSchema = Type.Object({ ok: Type.Boolean() }, closed);
