import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const contact = {
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  phone: Type.Optional(Type.String({ format: 'us-phone', maxLength: 40 })),
};

export const doNotContactRequestSchema = Type.Object(contact, { ...closed, minProperties: 1 });

/** Whether a contact is on the list, and which role may remove it. */
export const listedSchema = Type.Object(
  {
    listed: Type.Boolean(),
    since: nullable(Type.String()),
    source: nullable(Type.Enum(['staff', 'call', 'stop_reply'], { type: 'string' })),
  },
  closed,
);
export type Listed = Static<typeof listedSchema>;

export const discountRequestSchema = Type.Object(
  {
    ...contact,
    source: Type.Enum(['agent_intake', 'partner_referral', 'staff', 'campaign'], { type: 'string' }),
  },
  { ...closed, minProperties: 2 },
);

/** The contacts on the list now. Those that staff did not type are masked. */
export const suppressedSchema = Type.Object(
  {
    ok: Type.Literal(true),
    listed: Type.Array(
      Type.Object(
        { kind: Type.Enum(['email', 'phone'], { type: 'string' }), contact: Type.String(), typed: Type.Boolean() },
        closed,
      ),
    ),
    /** Further contacts that are known by their fingerprints only. */
    unnamed: Type.Integer(),
    /** False when so many consultations share the contact that it cannot be one customer's; the rest was left alone. */
    complete: Type.Boolean(),
  },
  closed,
);
export type Suppressed = Static<typeof suppressedSchema>;

export const doneSchema = Type.Object({ ok: Type.Boolean() }, closed);
