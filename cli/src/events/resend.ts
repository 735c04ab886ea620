import { callPortal } from '../call-portal.ts';
import { callServer } from '../call-server.ts';
import { CommandFailed, wrongUse } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, print } from '../print.ts';
import { readSettings, requireAgentKey, type Settings } from '../settings.ts';

type Resent = { readonly delivery_id: string; readonly new_delivery_id: string };
type Answer = { readonly resent: readonly Resent[]; readonly refused: readonly string[] };
type Sent = { readonly id: string; readonly endpoint_id?: string; readonly created_at: string };
type Detail = { readonly deliveries?: readonly Sent[] };

/** The maximum of one call. */
const idsMax = 500;

/** Resends deliveries: the named ones, and each endpoint's newest delivery of the named events. */
export async function resend(io: Io, given: Given): Promise<ExitCode> {
  const wrong = given.arguments.find((id) => !/^(evt|dlv)_[A-Za-z0-9]+$/.test(id));
  if (wrong !== undefined) throw wrongUse(`${wrong} is not an event id (evt_…) or a delivery id (dlv_…).`);
  const settings = readSettings(io, given);
  const agent = given.options['agent'] === true;
  const ids: string[] = [];
  for (const id of given.arguments) {
    if (id.startsWith('dlv_')) ids.push(id);
    else ids.push(...(await listDeliveries(io, settings, { id, agent })));
  }
  const wanted = [...new Set(ids)];
  if (wanted.length === 0)
    throw new CommandFailed(
      1,
      'No endpoint received these events, so there is nothing to resend. Use mw listen to receive them here.',
    );
  if (wanted.length > idsMax) throw wrongUse(`You gave ${wanted.length} deliveries; the limit is ${idsMax} at a time.`);
  const { resent, refused } = agent
    ? await resendOfAgent(io, settings, wanted)
    : await callPortal<Answer>(io, settings, {
        path: '/deliveries/resend',
        method: 'POST',
        body: { delivery_ids: wanted },
      });
  print(io, given, {
    value: { resent, refused },
    lines: [
      ...resent.map((one) => `${cleanText(one.delivery_id)} was resent as ${cleanText(one.new_delivery_id)}`),
      ...refused.map((id) => `${cleanText(id)} was not resent`),
    ],
  });
  return refused.length === 0 ? 0 : 1;
}

type Named = { readonly id: string; readonly agent: boolean };

async function listDeliveries(io: Io, settings: Settings, { id, agent }: Named): Promise<string[]> {
  const path = `/events/${encodeURIComponent(id)}`;
  const { deliveries = [] } = agent
    ? await callServer<Detail>(io, {
        baseUrl: settings.baseUrl,
        bearer: requireAgentKey(settings),
        path: `/api/agent-console/v1${path}`,
      })
    : await callPortal<Detail>(io, settings, { path });
  // The latest one for each endpoint. An agent has one endpoint, which its console does not name.
  const newest = new Map(
    deliveries
      .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
      .map(({ endpoint_id: endpoint = '', id: delivery }) => [endpoint, delivery]),
  );
  return [...newest.values()];
}

/** The console resends one delivery at a time: a refused one neither blocks nor hides the others. */
async function resendOfAgent(io: Io, settings: Settings, ids: readonly string[]): Promise<Answer> {
  const resent: Resent[] = [];
  const refused: string[] = [];
  const call = { baseUrl: settings.baseUrl, bearer: requireAgentKey(settings), method: 'POST' } as const;
  for (const id of ids) {
    const path = `/api/agent-console/v1/deliveries/${encodeURIComponent(id)}/resend`;
    try {
      const { delivery_id: made } = await callServer<{ readonly delivery_id: string }>(io, { ...call, path });
      resent.push({ delivery_id: id, new_delivery_id: made });
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      if (error.exitCode !== 1) throw resent.length === 0 ? error : interrupted(error, resent);
      io.err(`${id}: ${error.message}`);
      refused.push(id);
    }
  }
  return { resent, refused };
}

/** Deliveries resent before the connection was lost are not undone. */
function interrupted({ exitCode, message, facts }: CommandFailed, resent: readonly Resent[]): CommandFailed {
  const done = resent.map(({ delivery_id: id }) => id).join(', ');
  return new CommandFailed(exitCode, `${message}\nResent before that: ${done}`, { ...facts, resent });
}
