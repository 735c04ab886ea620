import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { messagePurposes, queueMessage } from '#modules/customers';
import { isEnabled } from '#modules/feature-flags';
import { findInstitutionAccess, findLiveRequest, requestLive } from '#modules/partners';
import { findHandledConflict, findReplayedCall } from '../request-log/request-log.ts';
import { listAdministrators } from '#modules/staff';
import { rehearsalEventType, sendTestEvent, testTypesSql } from '#modules/webhooks';
import { prepared, transact, type Db } from '#platform/db';
import { AppError, notFound } from '#platform/errors';
import { goLiveSteps, type GoLive, type GoLiveStep } from './schemas.ts';

type Asking = { readonly institutionId: string; readonly userId: string };

/** Asks staff for live mode after all steps on the list are done. Asking again has no effect. */
export async function askForLive(ctx: Ctx, { institutionId, userId }: Asking): Promise<GoLive> {
  const { steps, live_requested_at: requestedAt } = await getGoLive(ctx, institutionId);
  const missing = steps.filter(({ done }) => !done).map(({ step }) => step);
  if (requestedAt === null && missing.length > 0) throw goLiveIncomplete(missing);
  await transact(ctx, async (tx) => {
    const { isFirst } = await requestLive(tx, { institutionId, userId });
    if (isFirst) await notifyAdministrators(tx, institutionId);
  });
  return getGoLive(ctx, institutionId);
}

/**
 * Notifies administrators, since only they open live mode. The owner chose the institution's name, so the board shows it and
 * the email does not.
 */
async function notifyAdministrators(tx: Tx, institutionId: string): Promise<void> {
  const administrators = await listAdministrators(tx);
  const mail = {
    language: 'en',
    subject: 'An institution asks for live mode',
    paragraphs: [
      `The institution ${institutionId} signed itself up, has done everything of the go-live list in its sandbox, and asks for live mode.`,
      'It waits until an administrator opens it, under Institutions on the board.',
    ],
    button: { words: 'Open the board', url: `${tx.config.publicBaseUrl}/board/admin/institutions/${institutionId}` },
    why: 'You get this because you are an administrator of the service.',
  } as const;
  queueMessage(
    tx,
    ...administrators.map(({ id, email }) => ({
      purpose: messagePurposes.liveRequested,
      subjectId: institutionId,
      subjectVersion: id,
      content: { channel: 'email', to: email, mail } as const,
    })),
  );
}

const goLiveIncomplete = (missing: readonly string[]) =>
  new AppError('go_live_incomplete', 'Not everything of the go-live list is done yet.', {
    status: 409,
    details: { missing },
  });

/** What an institution has tried in its sandbox, whichever mode the page is in. */
export async function getGoLive(ctx: Ctx, institutionId: string): Promise<GoLive> {
  const since = addDays(ctx.clock.now(), -countedDays);
  const [access, request, found, endpoints] = await Promise.all([
    findInstitutionAccess(ctx, institutionId),
    findLiveRequest(ctx, institutionId),
    findSteps(ctx, institutionId, since),
    listSandboxEndpoints(ctx.db, institutionId),
  ]);
  if (access === undefined) throw notFound();
  const steps = goLiveSteps.filter((step) => step in found).map((step) => toStep(step, found[step]));
  const open = access.liveOpenedAt !== undefined;
  return {
    counted_since: since.toISOString(),
    steps,
    live_open: open,
    live_requested_at: request?.requestedAt.toISOString() ?? null,
    ready: !open && request === undefined && steps.every(({ done }) => done),
    endpoints,
  };
}

/** The available steps, with their evidence. A step that cannot be taken now is left out. */
async function findSteps(ctx: Ctx, institutionId: string, since: Date): Promise<Found> {
  const { db } = ctx;
  const signing = await isEnabled(ctx, 'signed_credentials');
  const [signed, delivered, rehearsed, rotated, replayed, handled] = await Promise.all([
    signing ? findSignedCall(db, institutionId, since) : undefined,
    findDeliveredEvent(db, institutionId, since),
    findRehearsal(db, institutionId, since),
    findRotatedSecret(db, institutionId, since),
    findReplayedCall(ctx, institutionId, since),
    findHandledConflict(ctx, institutionId, since),
  ]);
  return {
    ...(signing ? { signed_call: signed } : {}),
    replayed_key: replayed,
    handled_conflict: handled,
    delivered_event: delivered,
    unknown_event: rehearsed,
    rotated_secret: rotated,
  };
}

type Rehearsal = { readonly institutionId: string; readonly endpointId: string };

/** Sends an unknown event type to a sandbox endpoint: signed like any other event, and tried once. */
export async function sendRehearsal(ctx: Ctx, { institutionId, endpointId }: Rehearsal) {
  if ((await findSandboxEndpoint(ctx.db, institutionId, endpointId)) === undefined)
    throw notFound('No webhook endpoint has this id.');
  const key = { accountId: institutionId, livemode: false, id: endpointId };
  const { id } = await sendTestEvent(ctx, key, rehearsalEventType);
  return { delivery_id: id, endpoint_id: endpointId };
}

// Read-only queries over the tables of other modules for an institution's sandbox activity. Each statement filters by institution and mode
// first, and reads a bounded number of rows.

const signed = prepared<[institutionId: string, since: Date], Evidence>(
  'portal.find-signed-call',
  // A credential is activated by an accepted signed call.
  `select id, coalesce(activated_at, created_at) as at from credentials.signed_credentials
   where institution_id = $1 and livemode = false and activated_at is not null
     and (activated_at >= $2 or last_used_at >= $2)
   order by activated_at limit 1`,
);

const findSignedCall = (db: Db, institutionId: string, since: Date) => db.find(signed(institutionId, since));

/** How many of each endpoint's newest deliveries a search reads; an account has few endpoints. */
const deliveriesSearched = 10_000;

const acknowledged = (name: string, types: string) =>
  prepared<[institutionId: string, since: Date], Evidence>(
    name,
    `select f.id, f.finished_at as at
     from webhooks.endpoints e cross join lateral (
       select d.id, d.state, d.event_type, d.finished_at from webhooks.delivery_history d
       where d.endpoint_id = e.id and d.created_at >= $2
       order by d.created_at desc limit ${deliveriesSearched}) f
     where e.account_id = $1 and e.livemode = false and f.state = 'succeeded' and f.event_type ${types}
     order by f.finished_at limit 1`,
  );

const event = acknowledged('portal.find-delivered-event', `not in (${testTypesSql})`);
const rehearsal = acknowledged('portal.find-acknowledged-rehearsal', `= '${rehearsalEventType}'`);

/** A contract event that a receiver acknowledged. */
const findDeliveredEvent = (db: Db, institutionId: string, since: Date) => db.find(event(institutionId, since));

/** A rehearsal that a receiver acknowledged. */
const findRehearsal = (db: Db, institutionId: string, since: Date) => db.find(rehearsal(institutionId, since));

const rotated = prepared<[institutionId: string, since: Date], Evidence>(
  'portal.find-rotated-secret',
  `select id, coalesce(rotated_at, updated_at) as at from webhooks.endpoints
   where account_id = $1 and livemode = false and rotated_at >= $2 order by rotated_at limit 1`,
);

const findRotatedSecret = (db: Db, institutionId: string, since: Date) => db.find(rotated(institutionId, since));

const endpoints = prepared<[institutionId: string], { id: string; url: string }>(
  'portal.list-sandbox-endpoints',
  `select id, url from webhooks.endpoints
   where account_id = $1 and livemode = false and status = 'enabled' order by id limit 50`,
);

const listSandboxEndpoints = (db: Db, institutionId: string) => db.many(endpoints(institutionId));

const endpoint = prepared<[institutionId: string, id: string], { id: string }>(
  'portal.find-sandbox-endpoint',
  'select id from webhooks.endpoints where account_id = $1 and livemode = false and id = $2',
);

const findSandboxEndpoint = (db: Db, institutionId: string, id: string) => db.find(endpoint(institutionId, id));

/** Deliveries and calls are kept this long, so a step never counts as done after its evidence is deleted. */
const countedDays = 30;

type Kind = NonNullable<GoLive['steps'][number]['evidence']>['kind'];

/** The first occurrence that still counts. */
type Evidence = { readonly id: string; readonly at: Date };

/** Steps that can be taken now; `undefined` means not done yet. Unavailable steps are left out. */
type Found = Partial<Record<GoLiveStep, Evidence | undefined>>;

const kinds: Readonly<Record<GoLiveStep, Kind>> = {
  signed_call: 'credential',
  replayed_key: 'request',
  handled_conflict: 'request',
  delivered_event: 'delivery',
  unknown_event: 'delivery',
  rotated_secret: 'endpoint',
};

const toStep = (step: GoLiveStep, found: Evidence | undefined): GoLive['steps'][number] => ({
  step,
  done: found !== undefined,
  since: found?.at.toISOString() ?? null,
  evidence: found === undefined ? null : { kind: kinds[step], id: found.id },
});
