import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import type { ConsentDetails } from './rules.ts';

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const entrySchema = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ description: 'When it was recorded, in UTC.' }),
    kind: Type.String(),
    subject_id: nullable(Type.String(), 'What it is about; null when it is about a contact alone.'),
    contacts: Type.Array(Type.Enum(['email', 'phone', 'earlier'], { type: 'string' }), {
      description: 'Which contacts it is about: those of today, or one that was there earlier.',
    }),
    details: Type.Unsafe<ConsentDetails>(Type.Object({}, { additionalProperties: scalar })),
    seq: nullable(Type.Integer(), 'Its position in the chain; null until it is chained.'),
    chain_mac: nullable(Type.String(), 'The fingerprint over this entry and all before it, in hex.'),
    problem: nullable(Type.String(), 'What is wrong with it; null when it is as it was recorded.'),
  },
  closed,
);

const wordingSchema = Type.Object(
  {
    hash: Type.String({ description: 'SHA-256 of the words, in hex; entries name them by it.' }),
    version: Type.String(),
    words: Type.String(),
    first_shown_at: Type.String(),
    problem: nullable(Type.String(), 'What is wrong with it; null when it is as it was recorded.'),
  },
  closed,
);

/** Ledger entries with everything needed to verify them. */
export const consentSchema = Type.Object(
  {
    complete: Type.Boolean({ description: 'False when there are more entries than are listed; the newest are.' }),
    anchor: Type.String({ description: 'Where the chain ended: its number of entries and the last fingerprint.' }),
    verification: Type.Object(
      {
        ok: Type.Boolean(),
        entries: Type.Integer({ description: 'Entries that were checked.' }),
        unchained: Type.Integer({ description: 'Those of them that are not chained yet.' }),
        problem: nullable(Type.String(), 'The first thing that is wrong.'),
      },
      closed,
    ),
    entries: Type.Array(entrySchema),
    wordings: Type.Array(wordingSchema),
  },
  closed,
);

export type Consent = Static<typeof consentSchema>;
