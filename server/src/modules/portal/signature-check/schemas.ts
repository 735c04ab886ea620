import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** The maximum for pasted text, in characters: a body of 256 KiB, and also its headers. */
export const pastedMax = 262_144;
const headersMax = 32_768;

export const languages = ['javascript', 'python', 'java', 'csharp', 'go', 'php', 'ruby'] as const;
export type Language = (typeof languages)[number];
const language = Type.Unsafe<Language>(Type.Enum([...languages], { type: 'string' }));

const body = Type.Optional(
  Type.String({ maxLength: pastedMax, description: 'As text, when it is not behind the headers.' }),
);
/** Base64 has a third more characters than bytes. */
const bodyBase64 = Type.Optional(
  Type.String({ maxLength: 349_528, pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'The exact bytes of the body.' }),
);

export const requestToCheckSchema = Type.Object(
  {
    request_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'A request of the log in test mode.' }),
    ),
    raw: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: pastedMax + headersMax,
        description: 'An HTTP request as text, or what curl -v prints.',
      }),
    ),
    method: Type.Optional(Type.String({ minLength: 1, maxLength: 10, pattern: '^[A-Za-z]+$' })),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    headers: Type.Optional(
      Type.Array(
        Type.Object({ name: Type.String({ maxLength: 200 }), value: Type.String({ maxLength: 8192 }) }, closed),
        { maxItems: 100 },
      ),
    ),
    body,
    body_base64: bodyBase64,
    sent_at: Type.Optional(Type.String({ format: 'timestamp', description: 'When it was sent, to check the clock.' })),
    language: Type.Optional(language),
  },
  closed,
);
export type RequestToCheck = Static<typeof requestToCheckSchema>;

export const deliveryToCheckSchema = Type.Object(
  {
    endpoint_id: Type.String({ minLength: 1, maxLength: 100 }),
    headers: Type.String({ minLength: 1, maxLength: headersMax, description: 'As they arrived, one on each line.' }),
    body,
    body_base64: bodyBase64,
    computed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'What your code computed, in hexadecimal digits or base64.',
      }),
    ),
    received_at: Type.Optional(Type.String({ format: 'timestamp', description: 'By the clock of the receiver.' })),
    language: Type.Optional(language),
  },
  closed,
);
export type DeliveryToCheck = Static<typeof deliveryToCheckSchema>;

export const endpointChoicesSchema = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Type.Object({ id: Type.String(), url: Type.String() }, closed)) },
  closed,
);

const verdict = Type.Unsafe<'valid' | 'explained' | 'not_explained'>(
  Type.Enum(['valid', 'explained', 'not_explained'], { type: 'string' }),
);

const mistake = Type.Object(
  {
    code: Type.String(),
    what: Type.String(),
    fix: Type.String(),
    in_language: nullable(Type.String(), 'The same in terms of the language that was asked for.'),
  },
  closed,
);

const common = {
  verdict,
  summary: Type.String(),
  mistakes: Type.Array(mistake),
  notes: Type.Array(Type.String(), { description: 'What else was noticed, and what could not be told.' }),
  tried: Type.Array(Type.String(), { description: 'What was looked for.' }),
};

export const requestCheckSchema = Type.Object(
  {
    ...common,
    object: Type.Literal('signature_check'),
    expected_text: nullable(Type.String(), 'The text to sign, as we build it.'),
    signed_text: nullable(Type.String(), 'The text that was signed, when it was found.'),
    credential: nullable(
      Type.Object({ id: Type.String(), status: Type.String(), livemode: Type.Boolean() }, closed),
      'The credential whose key made the signature.',
    ),
    verifications: Type.Integer(),
  },
  closed,
);
export type RequestCheck = Static<typeof requestCheckSchema>;

export const deliveryCheckSchema = Type.Object({ ...common, object: Type.Literal('delivery_check') }, closed);
export type DeliveryCheck = Static<typeof deliveryCheckSchema>;
