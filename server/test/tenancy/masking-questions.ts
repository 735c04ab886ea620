import type { Harness } from '#test/harness';
import type { ServedRoute } from '#test/http/routes';
import { exampleOf } from './example-of.ts';
import { fixtureOf, fixtures, keyOf, queries } from './portal-things.ts';
import type { Ids } from './walk-world.ts';

export type MaskingQuestion = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
};

type Asked = { readonly harness: Harness; readonly institutionId: string; readonly ids: Ids };

/** For these tables the test asks about each of the institution's rows, for the others about one. */
const tables: Readonly<Record<string, readonly string[]>> = {
  event_id: ['events.events'],
  delivery_id: ['webhooks.deliveries', 'webhooks.delivery_history'],
  endpoint_id: ['webhooks.endpoints'],
};

async function listIds({ harness, institutionId }: Asked, name: string): Promise<string[]> {
  const found = await Promise.all(
    (tables[name] ?? []).map(async (table) =>
      harness.owner.pool.query<{ id: string }>(`select id from ${table} where account_id = $1`, [institutionId]),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ id }) => id));
}

async function valuesOf(asked: Asked, name: string, path: string): Promise<string[]> {
  const all = await listIds(asked, name);
  if (all.length > 0) return all;
  const fixture = fixtureOf(path, name);
  if (fixture === undefined) throw new Error(`no fixture for :${name} of ${path}`);
  return [asked.ids.live[keyOf(path, name)] ?? fixtures[name]?.always ?? 'none'];
}

async function pathsOf(asked: Asked, { path, operation = '' }: ServedRoute): Promise<string[]> {
  let paths = [path.replace(':institution_id', asked.institutionId).replace(':mode', 'live')];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    if (name === 'institution_id' || name === 'mode') continue;
    const values = await valuesOf(asked, name, path);
    paths = paths.flatMap((one) => values.map((value) => one.replace(`:${name}`, value)));
  }
  const query = queries[operation];
  return query === undefined ? paths : paths.map((one) => `${one}?${query}`);
}

/** Bodies that get existing data, with everything that they can name; other operations get a small body. */
async function bodiesOf(asked: Asked, { operation = '', body }: ServedRoute): Promise<unknown[]> {
  const now = asked.harness.clock.now().getTime();
  const [since, until] = [-86_400_000, 86_400_000].map((ms) => new Date(now + ms).toISOString());
  const [events, deliveries] = [await listIds(asked, 'event_id'), await listIds(asked, 'delivery_id')];
  const [endpointId = ''] = await listIds(asked, 'endpoint_id');
  const known: Readonly<Record<string, readonly unknown[]>> = {
    'webhooks.portal-rehearse-endpoint': [{}, { payload: 'full' }, { payload: 'thin' }],
    'webhooks.portal-preview-recovery': [{ since }],
    'webhooks.portal-recover-deliveries': [{ since }],
    'webhooks.portal-resend-deliveries': [{ delivery_ids: deliveries }],
    'webhooks.portal-recover-events': [{ event_ids: events }],
    'events.portal-reconcile': [
      { received: events.join('\n'), created_from: since, created_to: until },
      { received: '', created_from: since, created_to: until },
    ],
    'signature-check.portal-check-request': [{ request_id: asked.ids.live['requests/:request_id'] }],
    'signature-check.portal-check-delivery': [{ endpoint_id: endpointId, headers: 'x-synthetic: 1', body: '{}' }],
  };
  return [...(known[operation] ?? [exampleOf(body)])];
}

/** Operations that would end the calling session, or delete the object in question. */
const ending = /(?:sign-|remove-|delete-|revoke-|leave-|password|reset|rotate|roster-files\.(?:apply|undo|map))/;

/** All requests to an operation: for existing objects, with every filter, and in ways that are refused. */
export async function questionsOf(asked: Asked, route: ServedRoute): Promise<MaskingQuestion[]> {
  const { method, operation = '', query, body } = route;
  const paths = await pathsOf(asked, route);
  const ask = (path: string, sent?: unknown): MaskingQuestion => ({
    operation,
    method,
    path,
    ...(sent === undefined ? {} : { body: sent }),
  });
  if (method === 'GET') {
    const filters = query.flatMap((name) => filterValues(asked, name).map((value) => `${name}=${value}`));
    const filtered = queries[operation] === undefined ? filters : [];
    return paths.flatMap((path) => [ask(path), ...filtered.map((filter) => ask(`${path}?${filter}`))]);
  }
  // A request refused for its body gets the same error whoever sends it.
  const refused = body === undefined ? [] : paths.map((path) => ask(path, { 'no such field': 'synthetic' }));
  if (ending.test(operation)) return refused;
  const bodies = body === undefined ? [undefined] : await bodiesOf(asked, route);
  return [...refused, ...paths.flatMap((path) => bodies.map((one) => ask(path, one)))];
}

function filterValues({ ids }: Asked, name: string): string[] {
  if (name === 'action') return ['add', 'change', 'remove', 'invalid', 'nonsense'];
  const key = name === 'object_id' ? 'referral_id' : name;
  return [ids.live[key] ?? 'nonsense'];
}
