import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { checklistItems, type ChecklistItem } from './checklist-data.ts';
import { unknownReasons, type UnknownReason } from './rules.ts';

const count = Type.Integer();
const cents = Type.Integer();
const day = Type.String({ format: 'date' });
const text = nullable(Type.String());
const amount = Type.Integer({ minimum: 0, maximum: 100_000_000 });
const reason = Type.Unsafe<UnknownReason>(Type.Enum([...unknownReasons], { type: 'string' }));
const item = Type.Unsafe<ChecklistItem>(Type.Enum([...checklistItems], { type: 'string' }));

/** The known facts of the loan and the program, with their sources. */
const inputMembers = {
  payoff_cents: nullable(cents),
  payoff_as_of: nullable(Type.String(), 'The day of the payoff; null where the institution submitted it without one.'),
  payoff_from: Type.Unsafe<'institution' | 'staff'>(Type.Enum(['institution', 'staff'], { type: 'string' })),
  deductible_cents: nullable(cents),
  financed_value_cents: nullable(cents, 'The value of the vehicle when the loan was made.'),
  ltv_cap_percent: nullable(count, 'The largest loan that the program covers, of that value; null: none is known.'),
  deductible_cover_cents: nullable(cents, 'How much of the deductible the program covers; null: it is not known.'),
  terms_from: nullable(Type.String(), 'The day from which these terms are for; null: no terms are known.'),
  terms_set_at: nullable(
    Type.String(),
    'When these terms were set; a settled referral keeps those that had been set by then.',
  ),
  offer_value_cents: nullable(cents, 'The value before tax and fees that the insurer offered first.'),
  settlement_value_cents: nullable(cents, 'The value before tax and fees that was settled.'),
};

/** Where the basis is unknown one side may still be known, except in a ledger; `unknown` has the reason. */
const figureMembers = {
  before_cents: nullable(cents, 'What the first offer leaves for the GAP program.'),
  after_cents: nullable(cents, 'What the settlement leaves for the GAP program.'),
  reduction_cents: nullable(cents),
  growth_cents: nullable(cents, 'Above zero where the settlement is below the first offer.'),
  surplus_cents: nullable(cents, 'What the settlement pays above the payoff; it is the borrower’s.'),
  beyond_program_cents: nullable(cents, 'What neither settlement nor program covers; it is left to the borrower.'),
  basis: Type.Unsafe<'value' | 'unknown'>(Type.Enum(['value', 'unknown'], { type: 'string' })),
  unknown: Type.Array(reason),
};

const checklistEntrySchema = Type.Object(
  {
    item,
    title: Type.String(),
    holder: Type.String({ description: 'Whom it comes from.' }),
    received_on: nullable(Type.String()),
    recorded_by: nullable(Type.String(), 'The staff member who recorded it last.'),
    recorded_by_name: text,
    recorded_at: text,
  },
  closed,
);

export const exposureSchema = Type.Object(
  {
    object: Type.Literal('gap.exposure'),
    referral_id: Type.String(),
    institution_id: Type.String(),
    livemode: Type.Boolean(),
    ...inputMembers,
    ...figureMembers,
    checklist: Type.Array(checklistEntrySchema),
  },
  closed,
);
export type ExposureView = Static<typeof exposureSchema>;
export type ChecklistEntry = ExposureView['checklist'][number];

const rowSchema = Type.Object(
  {
    referral_id: Type.String(),
    institution_id: Type.String(),
    external_ref: text,
    consultation_number: text,
    settled_at: Type.String(),
    ...inputMembers,
    ...figureMembers,
  },
  closed,
);
export type LedgerRow = Static<typeof rowSchema>;

const totalMembers = {
  settled: count,
  known: count,
  unknown: count,
  before_cents: cents,
  after_cents: cents,
  reduction_cents: cents,
  growth_cents: cents,
  surplus_cents: cents,
  beyond_program_cents: cents,
};

/** Sums of the rows whose basis is known; the others are counted. */
export const exposureTotalsSchema = Type.Object(totalMembers, closed);
export type ExposureTotals = Static<typeof exposureTotalsSchema>;

const monthSchema = Type.Object({ month: Type.String(), ...totalMembers }, closed);

export const exposureMonthsSchema = Type.Array(monthSchema, {
  description: 'The months (UTC) in which something was settled, in order.',
});

/** The settlements to include: from inclusive, to exclusive. */
export type LedgerSpan = { readonly livemode: boolean; readonly from: Date; readonly to: Date };

export const ledgerSchema = Type.Object(
  {
    object: Type.Literal('gap.exposure_ledger'),
    livemode: Type.Boolean(),
    institution_id: nullable(Type.String(), 'Null: of every institution.'),
    from: Type.String(),
    to: Type.String(),
    currency: Type.Literal('USD'),
    totals: exposureTotalsSchema,
    by_month: exposureMonthsSchema,
    rows: Type.Array(rowSchema),
  },
  closed,
);
export type ExposureLedger = Static<typeof ledgerSchema>;

export const ledgerQuerySchema = Type.Object(
  {
    institution_id: Type.Optional(Type.String({ maxLength: 100, description: 'default: every institution' })),
    from: Type.Optional(
      Type.String({ format: 'timestamp', description: 'of the settlements, inclusive; default: a year before `to`' }),
    ),
    to: Type.Optional(Type.String({ format: 'timestamp', description: 'exclusive; default: the end of today in UTC' })),
    livemode: Type.Optional(Type.Enum(['true', 'false'], { type: 'string', description: 'default: true' })),
  },
  closed,
);
export type LedgerQuery = Static<typeof ledgerQuerySchema>;

const termMembers = {
  ltv_cap_percent: nullable(Type.Integer({ minimum: 1, maximum: 500 })),
  deductible_cover_cents: nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
};

/** Both are optional: a term that is left out is unknown. */
export const newTermsSchema = Type.Object(
  {
    effective_on: Type.Optional(
      Type.String({ format: 'date', description: 'for referrals made on this day (UTC) or later; default: today' }),
    ),
    ltv_cap_percent: Type.Optional(termMembers.ltv_cap_percent),
    deductible_cover_cents: Type.Optional(termMembers.deductible_cover_cents),
  },
  closed,
);
export type NewTerms = Static<typeof newTermsSchema>;

const setMembers = { ...termMembers, set_by: Type.String(), set_at: Type.String() };

export const termsListSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          effective_on: Type.String(),
          ...setMembers,
          former: Type.Array(Type.Object(setMembers, closed), {
            description: 'What was set for this day before and counts no more, the newest first.',
          }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type TermsList = Static<typeof termsListSchema>;

/** Fields that are left out are unknown to staff; then the institution's submission counts. */
export const loanBodySchema = Type.Object(
  {
    payoff_cents: Type.Optional(nullable(amount)),
    payoff_as_of: Type.Optional(nullable(day, 'The day of the payoff; given with it or not at all.')),
    financed_value_cents: Type.Optional(nullable(amount)),
  },
  closed,
);
export type LoanBody = Static<typeof loanBodySchema>;

export const receiptBodySchema = Type.Object(
  { item, received_on: nullable(day, 'Null takes back what was recorded by mistake.') },
  closed,
);
export type ReceiptBody = Static<typeof receiptBodySchema>;
