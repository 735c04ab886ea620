import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** What to erase: one case, or everything of customers with the address or the number of the case. */
export const scopes = ['case', 'email', 'phone'] as const;
export type Scope = (typeof scopes)[number];

/** The reason for an erasure: a list instead of free text, because it is kept. */
const erasureReasons = ['asked_on_page', 'asked_otherwise', 'ordered', 'submitted_by_mistake'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

const scopeSchema = Type.Enum([...scopes], { type: 'string' });
const reasonSchema = Type.Enum([...erasureReasons], { type: 'string' });

export const consultationParamsSchema = Type.Object({ consultation_id: Type.String({ maxLength: 64 }) }, closed);

export const scopeQuerySchema = Type.Object({ scope: Type.Optional(scopeSchema) }, closed);

export const erasureBodySchema = Type.Object(
  {
    scope: scopeSchema,
    reason: reasonSchema,
    /** The case number, as typed by the requester. */
    confirm: Type.String({ maxLength: 64 }),
  },
  closed,
);

export const holdBodySchema = Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }) }, closed);

export const erasureJobSchema = Type.Object(
  {
    id: Type.String(),
    scope: scopeSchema,
    reason: reasonSchema,
    asked_by: Type.String(),
    asked_at: Type.String(),
    state: Type.Enum(['waiting', 'running', 'done', 'stopped'], { type: 'string' }),
    /** Why it was not done. */
    problem: nullable(Type.Enum(['legal_hold', 'money_open', 'failed'], { type: 'string' })),
    finished_at: nullable(Type.String()),
    /** Rows that were blanked or deleted. */
    rows: nullable(Type.Integer()),
  },
  closed,
);
export type ErasureJob = Static<typeof erasureJobSchema>;

export const customerDataSchema = Type.Object(
  {
    object: Type.Literal('privacy.customer_data'),
    consultation_id: Type.String(),
    number: Type.String(),
    /** The available choices: an address or a number only if the case has one. */
    scopes: Type.Array(scopeSchema),
    legal_holds: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.Enum(['case', 'institution'], { type: 'string' }),
          reason: Type.String(),
          placed_by: Type.String(),
          placed_at: Type.String(),
        },
        closed,
      ),
    ),
    erasure: nullable(erasureJobSchema),
    /** When its personal data was erased, on request or by age. */
    erased_at: nullable(Type.String()),
  },
  closed,
);
export type CustomerData = Static<typeof customerDataSchema>;

export const previewSchema = Type.Object(
  {
    object: Type.Literal('privacy.erasure_preview'),
    scope: scopeSchema,
    cases: Type.Array(Type.Object({ number: Type.String(), open: Type.Boolean() }, closed)),
    /** Rows of all tables that would be blanked or deleted. */
    rows: Type.Integer(),
    /** Reasons why it cannot be erased now. */
    stops: Type.Array(Type.Enum(['legal_hold', 'money_open'], { type: 'string' })),
  },
  closed,
);
export type Preview = Static<typeof previewSchema>;

export const exportSchema = Type.Object(
  {
    exported_at: Type.String(),
    contacts: Type.Array(Type.String()),
    cases: Type.Array(Type.Object({ number: Type.String(), id: Type.String(), source_id: Type.String() }, closed)),
    data: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  },
  closed,
);
