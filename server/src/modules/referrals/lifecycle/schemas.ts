import { partsBodySchema } from '#lib/api/offer-parts';
import { closed, shownText } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';
import { simulationSteps, type SimulationStep } from '../rules.ts';

const channels = ['phone', 'email', 'in_person', 'chat', 'letter'];

export const attestSchema = Type.Object(
  {
    attestor_name: shownText(1, 120),
    channel: Type.Enum(channels, { type: 'string' }),
    attestation: shownText(20, 1000),
    confirmed_at: Type.Optional(Type.String({ format: 'timestamp', description: 'default: now' })),
  },
  {
    ...closed,
    examples: [
      {
        attestor_name: 'Synthetic Officer',
        channel: 'phone',
        attestation: 'I told the borrower who will call and why, and the borrower wants the call.',
      },
    ],
  },
);
export type Attestation = Static<typeof attestSchema>;

export const simulateSchema = Type.Object(
  { step: Type.Optional(Type.Unsafe<SimulationStep>(Type.Enum([...simulationSteps], { type: 'string' }))) },
  { ...closed, examples: [{}, { step: 'accept' }] },
);

const note = Type.Optional(shownText(1, 500));

export const noteSchema = Type.Object({ note }, closed);
export const settleSchema = Type.Object(
  {
    settlement: Type.Optional(partsBodySchema),
    /** Details of the first offer learned with the settlement. */
    offer: Type.Optional(partsBodySchema),
    /** An amount with unknown contents. */
    settlement_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    note,
  },
  closed,
);
export type SettleBody = Static<typeof settleSchema>;
