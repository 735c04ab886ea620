import type { agentEventTypes } from '#modules/webhooks';

type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly subject_id: string;
  readonly created_at: Date;
};

/** An agent's account has no other types of event. */
export const toEventItem = ({ id, type, subject_id: intakeId, created_at: at }: EventRow) => ({
  id,
  type: type as (typeof agentEventTypes)[number],
  intake_id: intakeId,
  created_at: at.toISOString(),
});
