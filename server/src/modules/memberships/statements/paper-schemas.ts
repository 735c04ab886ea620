import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { pageOf } from '#lib/api/pagination';
import { statementSchema } from './schemas.ts';

/** A name and a postal address, in lines. */
const address = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const statementSettingsSchema = Type.Object(
  { issuer: nullable(Type.String()), remit_to: nullable(Type.String()), updated_at: nullable(Type.String()) },
  closed,
);
export type StatementSettings = Static<typeof statementSettingsSchema>;

export const newStatementSettingsSchema = Type.Object({ issuer: address, remit_to: address }, closed);

export const statementChangeSchema = Type.Object(
  {
    status: Type.Unsafe<'issued' | 'paid' | 'void'>(Type.Enum(['issued', 'paid', 'void'], { type: 'string' })),
    /** Required for void, and to reopen a statement that was marked paid. */
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
  },
  closed,
);
export type StatementChange = Static<typeof statementChangeSchema>;

export const statementHistorySchema = pageOf(
  Type.Object(
    {
      kind: Type.Enum(['sent', 'paid', 'void', 'reopened'], { type: 'string' }),
      staff_id: Type.String(),
      at: Type.String(),
      note: nullable(Type.String()),
    },
    closed,
  ),
);

/** A statement as its institution reads it. */
export const statementDetailSchema = Type.Object(
  {
    statement: statementSchema,
    issuer: nullable(Type.String()),
    bill_to: nullable(Type.String()),
    remit_to: nullable(Type.String()),
    changes: Type.Array(
      Type.Object(
        { kind: Type.Enum(['sent', 'paid', 'void', 'reopened'], { type: 'string' }), at: Type.String() },
        closed,
      ),
    ),
  },
  closed,
);
