import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { isRefusedMail } from '#lib/api/agent-sandbox';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { getMe } from '#modules/agents';
import { sandboxMail } from '#modules/customers';
import { getEvent, agentDeliveries } from '#modules/webhooks';
import { getOwnIntake, listOwnIntakes } from '#modules/intakes';
import { readIdCursor } from '#platform/http';
import type { Limit } from '#platform/limits';
import { messageNotFound, sandboxOnly } from '../agent-console/errors.ts';
import { accountOf, stepsUrl, toDeliverySearch } from '../agent-console/rules.ts';
import type { DeliveryItem, EventDetail, IntakeDetail, Message, MessageItem } from '../agent-console/schemas.ts';
import { listOwnEvents } from './list-own-events.ts';
import { toEventItem } from './to-event-item.ts';

type Step = IntakeDetail['steps'][number];

/** The steps of test intakes. Bound in app/, because the agent sandbox is a later module. */
export type StepSources = {
  list(ctx: Ctx, intakeId: string): Promise<readonly Step[]>;
  take(ctx: Ctx, intakeId: string, step: string): Promise<unknown>;
};

/** An intake as a poll shows it, with its events and their deliveries. */
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

/** One message as its recipient would have got it, as text. */
export async function getMailboxMessage(ctx: Ctx, id: string): Promise<Message> {
  const message = await sandboxMail.findSandboxMessage(ctx, { ...requireSandbox(ctx), id });
  if (message === undefined) throw messageNotFound();
  return { ...toMessageItem(message), text: message.text, links: [...message.links] };
}

/** The overview: latest intakes, the webhook's health, and failed deliveries with their reasons. */
export async function getOverview(ctx: Ctx) {
  const [me, intakes, webhook, failed] = await Promise.all([
    getMe(ctx),
    listOwnIntakes(ctx, { limit: 5 }),
    agentDeliveries.findWebhookHealth(ctx),
    listOwnDeliveries(ctx, { failed: 'yes', limit: '5' }),
  ]);
  return { me, intakes: intakes.data, webhook, failed: failed.data, searchedTo: failed.searched_to };
}

/** A delivery with each request as it was sent and each response, which the agent's own server has already seen. */
export const getOwnDelivery = (ctx: Ctx, id: string): Promise<agentDeliveries.PortalDelivery> =>
  agentDeliveries.getSentDelivery(ctx, { ...accountOf(ctx.actor), id }, false);

/** An event as it was sent, and all of its deliveries. */
export async function getOwnEvent(ctx: Ctx, id: string): Promise<EventDetail> {
  const event = await getEvent(ctx, accountOf(ctx.actor), id);
  const { data: deliveries } = await listOwnDeliveries(ctx, { event_id: id, limit: '100' });
  return { ...toEventItem(event), body: event.thin, deliveries };
}

/** Whether the operator gets emails about the webhook, and at which address, masked. */
export async function getSettings(ctx: Ctx): Promise<{ mail_on_failure: boolean; mail_to: string }> {
  const [mailOnFailure, { operator }] = await Promise.all([agentDeliveries.hasMailOnFailure(ctx), getMe(ctx)]);
  return { mail_on_failure: mailOnFailure, mail_to: operator.email_masked };
}

type MailboxQuery = {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly about?: string | undefined;
};

/** What the agent's sandbox would have sent, newest first. */
export async function listMailbox(ctx: Ctx, query: MailboxQuery) {
  const { accountId } = requireSandbox(ctx);
  const limit = readLimit(query.limit);
  const messages = await sandboxMail.listSandboxMessages(ctx, {
    accountId,
    subjectIds: query.about === undefined ? undefined : [query.about],
    below: query.cursor === undefined ? undefined : readIdCursor('msg', query.cursor),
    limit: limit + 1,
  });
  return toPage(messages, limit, { item: toMessageItem, cursor: ({ id }) => writeCursor(id) });
}

type DeliveryQuery = Parameters<typeof toDeliverySearch>[0] & {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
};

/** The agent's deliveries, newest first: all, failed ones, or those of a type, an event or an intake. */
export async function listOwnDeliveries(ctx: Ctx, query: DeliveryQuery) {
  const page = { after: agentDeliveries.readPosition(query.cursor), limit: readLimit(query.limit) };
  const found = await agentDeliveries.searchDeliveries(ctx, accountOf(ctx.actor), toDeliverySearch(query, page));
  return { ...found, data: found.data.map(toDeliveryItem) };
}

/** The mailbox's account. Messages about live cases go to the owners, and no agent sees them. */
export function requireSandbox({ actor }: Pick<Ctx, 'actor'>): { accountId: string } {
  const { principalId, livemode } = requireAgent(actor);
  if (livemode) throw sandboxOnly();
  return { accountId: principalId };
}

/** One a second, for a person who works through the failed deliveries. */
const perMinute: Limit = { name: 'agent_console_resends', points: 60, windowS: 60, whenStoreIsGone: 'let through' };

/** Sends the same event again under a new delivery id, in a lane that never delays current events. */
export async function resendOwnDelivery(ctx: Ctx, id: string): Promise<{ deliveryId: string }> {
  await ctx.limits.consume(perMinute, requireAgent(ctx.actor).principalId);
  return { deliveryId: (await agentDeliveries.resendDelivery(ctx, { ...accountOf(ctx.actor), id })).id };
}

/** A delivery as a list item, with advice about its last failure. */
function toDeliveryItem({ last_attempt: last, ...summary }: agentDeliveries.DeliverySummary): DeliveryItem {
  const { id, event_id, type, state, attempts, next_attempt_at, created_at } = summary;
  return {
    id,
    event_id,
    type,
    state,
    attempts,
    last_attempt: last === null ? null : { ...last, advice: agentDeliveries.adviseOn(last.cause, last.status) },
    next_attempt_at,
    created_at,
  };
}

const toMessageItem = (message: sandboxMail.SandboxMessage): MessageItem => ({
  id: message.id,
  purpose: message.purpose,
  channel: message.channel,
  from: message.from,
  to: message.to,
  subject: message.subject ?? null,
  refused: isRefusedMail(message),
  about: message.subjectId,
  created_at: message.createdAt.toISOString(),
});
