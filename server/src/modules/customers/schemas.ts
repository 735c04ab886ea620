import { Type } from 'typebox';
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

export const doneSchema = Type.Object({ ok: Type.Boolean() }, closed);
