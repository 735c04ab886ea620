import type { Ctx } from '#context';
import { isRefusedMail } from '#lib/api/agent-sandbox';
import { listHoldIds, recordDelivered, type DeliverySources } from '#modules/checkout';
import { getConsultation, sandboxTime } from '#modules/consultations';
import { queueMessage, sandboxMail } from '#modules/customers';
import { sandboxIntakes } from '#modules/intakes';
import { transact } from '#platform/db';
import { stepNotPossible } from '../agent-sandbox/errors.ts';
import type { MessageList, StepList } from '../agent-sandbox/schemas.ts';
import { intakeSteps, listStepViews, type IntakeStep, type StepFacts } from '../agent-sandbox/step-rules.ts';

/** More than one intake causes. */
const messagesMax = 50;

/** The messages that would have been sent about a sandbox intake, newest first. */
export async function listIntakeMessages(ctx: Ctx, intakeId: string): Promise<MessageList> {
  const { id, consultationId } = await sandboxIntakes.findTestIntake(ctx, intakeId);
  const consultationIds = consultationId === undefined ? [] : [consultationId];
  const subjectIds = [id, ...consultationIds, ...(await listHoldIds(ctx, consultationIds))];
  const messages = await sandboxMail.listMessagesAbout(ctx, { subjectIds, limit: messagesMax });
  return {
    intake_id: id,
    messages: messages.map((message) => ({
      id: message.id,
      channel: message.channel,
      to: message.to,
      subject: message.subject ?? null,
      refused: isRefusedMail(message),
      text: message.text,
      links: [...message.links],
      created_at: message.createdAt.toISOString(),
    })),
  };
}

/** Every step of a sandbox intake, and which of them can be taken now. */
export async function listSteps(ctx: Ctx, intakeId: string): Promise<StepList> {
  const facts = await readStepFacts(ctx, intakeId);
  return { intake_id: facts.id, status: facts.status, steps: listStepViews(facts) };
}

/** The functions that close and deliver a case, bound in app/callbacks.ts. */
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

/** Each step runs the code that does it live. */
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

/** Moves a sandbox intake as people or time would. A step that is not possible is refused with the possible ones. */
export async function takeStep(ctx: Ctx, { intakeId, step, sources }: TakeStep): Promise<StepList> {
  const facts = await readStepFacts(ctx, intakeId);
  const taken = intakeSteps[step].possible(facts) && (await runs[step](ctx, facts, sources));
  const after = await listSteps(ctx, intakeId);
  if (taken) return after;
  const possible = after.steps.filter((one) => one.possible).map((one) => one.step);
  throw stepNotPossible(after.status, possible);
}

/** The intake, for a caller who may see it, and the facts that decide its steps. */
async function readStepFacts(ctx: Ctx, intakeId: string): Promise<StepFacts> {
  const intake = await sandboxIntakes.findTestIntake(ctx, intakeId);
  const { consultationId } = intake;
  const consultation = consultationId === undefined ? undefined : await getConsultation(ctx, consultationId);
  return {
    ...intake,
    delivered: (consultation?.delivered_at ?? null) !== null,
    caseClosed: intake.caseClosed || (consultation?.closed_at ?? null) !== null,
  };
}
