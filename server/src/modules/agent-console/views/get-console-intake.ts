import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { getOwnIntake } from '#modules/intakes';
import { stepsUrl } from '../rules.ts';
import type { IntakeDetail } from '../schemas.ts';
import { listOwnDeliveries } from './list-own-deliveries.ts';
import { listOwnEvents } from './list-own-events.ts';

type Step = IntakeDetail['steps'][number];

/** The steps of test intakes; bound in app/, because the sandbox of agents is a later module. */
export type StepSources = {
  list(ctx: Ctx, intakeId: string): Promise<readonly Step[]>;
  take(ctx: Ctx, intakeId: string, step: string): Promise<unknown>;
};

/** An intake as a poll shows it, with its events and what was delivered of them. */
export async function getConsoleIntake(ctx: Ctx, intakeId: string, sources: StepSources): Promise<IntakeDetail> {
  const { livemode } = requireAgent(ctx.actor);
  const { receipt, callable, createdAt, statusAt } = await getOwnIntake(ctx, intakeId);
  const of = { intake_id: intakeId, limit: '100' };
  const [events, deliveries, steps] = await Promise.all([
    listOwnEvents(ctx, { ...of, order: 'asc' }),
    listOwnDeliveries(ctx, of),
    livemode ? [] : sources.list(ctx, intakeId),
  ]);
  return {
    livemode,
    created_at: createdAt.toISOString(),
    status_at: statusAt.toISOString(),
    receipt,
    callable,
    events: events.data,
    deliveries: deliveries.data,
    steps: [...steps],
    steps_url: livemode ? null : stepsUrl(ctx.config.publicBaseUrl, intakeId),
  };
}
