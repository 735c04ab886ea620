import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';
import { intakeStepNames } from './step-rules.ts';

export const intakeParamsSchema = Type.Object({ intake_id: Type.String({ maxLength: 100 }) });

export const stepRequestSchema = Type.Object(
  { step: Type.Enum(intakeStepNames, { type: 'string' }) },
  { ...closed, examples: [{ step: 'confirm' }] },
);

export const stepListSchema = Type.Object(
  {
    intake_id: Type.String(),
    status: Type.String(),
    steps: Type.Array(
      Type.Object(
        {
          step: Type.String(),
          does: Type.String(),
          kind: Type.Enum(['action', 'time'], { type: 'string' }),
          causes: Type.Union([Type.String(), Type.Null()]),
          possible: Type.Boolean(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type StepList = Static<typeof stepListSchema>;

export const messageListSchema = Type.Object(
  {
    intake_id: Type.String(),
    messages: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          channel: Type.Enum(['email', 'text'], { type: 'string' }),
          to: Type.String(),
          subject: Type.Union([Type.String(), Type.Null()]),
          refused: Type.Boolean(),
          text: Type.String(),
          links: Type.Array(Type.String()),
          created_at: Type.String({ format: 'date-time' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type MessageList = Static<typeof messageListSchema>;
