import type { Ctx } from '#context';
import { type DeliverySources, recordDelivered } from '#modules/checkout';
import { sandboxTime } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { sandboxIntakes } from '#modules/intakes';
import { transact } from '#platform/db';
import { stepNotPossible } from '../errors.ts';
import { listSteps } from './list-steps.ts';
import { readStepFacts } from './read-step-facts.ts';
import type { StepList } from '../schemas.ts';
import { intakeSteps, type IntakeStep, type StepFacts } from '../step-rules.ts';

/** What ends and what delivers a case, bound in app/bindings.ts. */
export type StepSources = { readonly closing: sandboxTime.ClosingSources; readonly delivery: DeliverySources };

type Run = (ctx: Ctx, facts: StepFacts, sources: StepSources) => Promise<boolean>;

type Action = Parameters<typeof sandboxIntakes.moveTestIntake>[1]['action'];

const move =
  (action: Action): Run =>
  (ctx, { id }) =>
    sandboxIntakes.moveTestIntake(ctx, { id, action });

const answer =
  (decision: 'confirm' | 'decline'): Run =>
  (ctx, { id }) =>
    sandboxIntakes.answerByReceipt(ctx, { id, decision });

/** Each step is done by the code that does it live. */
const runs: Readonly<Record<IntakeStep, Run>> = {
  send_welcome: move('welcome_accepted'),
  miss_call: move('call_unanswered'),
  confirm: answer('confirm'),
  confirm_by_call: (ctx, { id }) => sandboxIntakes.confirmByCall(ctx, id),
  decline: answer('decline'),
  decline_by_call: move('declined_to_staff'),
  withdraw_consent: move('taken_back'),
  not_requested: move('not_requested'),
  start: move('started'),
  deliver,
  async pass_quiet_days(ctx, { id, consultationId }, { closing }) {
    if (consultationId === undefined) return false;
    await sandboxTime.passQuietDays(ctx, closing, { id: consultationId, sourceId: id });
    return true;
  },
  expire: (ctx, { id }) => sandboxIntakes.expireIntakeNow(ctx, id),
};

async function deliver(ctx: Ctx, { id: sourceId, consultationId }: StepFacts, sources: StepSources): Promise<boolean> {
  if (consultationId === undefined) return false;
  const delivery = { consultationId, source: 'agent_intake', sourceId, sources: sources.delivery } as const;
  await transact(ctx, async (tx) => queueMessage(tx, ...(await recordDelivered(tx, delivery))));
  return true;
}

type TakeStep = { readonly intakeId: string; readonly step: IntakeStep; readonly sources: StepSources };

/** Moves an intake of the sandbox as people or time would; says what is possible when this step is not. */
export async function takeStep(ctx: Ctx, { intakeId, step, sources }: TakeStep): Promise<StepList> {
  const facts = await readStepFacts(ctx, intakeId);
  const taken = intakeSteps[step].possible(facts) && (await runs[step](ctx, facts, sources));
  const after = await listSteps(ctx, intakeId);
  if (taken) return after;
  const possible = after.steps.filter((one) => one.possible).map((one) => one.step);
  throw stepNotPossible(after.status, possible);
}
