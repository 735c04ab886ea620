import { callPortal } from '../call-portal.ts';
import { callServer } from '../call-server.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, columns, print } from '../print.ts';
import { readSettings, requireAgentKey } from '../settings.ts';

type Detail = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly body: string;
  readonly deliveries?: readonly {
    readonly id: string;
    readonly state: string;
    readonly attempts: number;
    readonly status?: number | null;
    readonly cause?: string | null;
  }[];
};

export async function getEvent(io: Io, given: Given): Promise<ExitCode> {
  const settings = readSettings(io, given);
  const path = `/events/${encodeURIComponent(given.arguments[0] ?? '')}`;
  const event =
    given.options['agent'] === true
      ? await callServer<Detail>(io, {
          baseUrl: settings.baseUrl,
          bearer: requireAgentKey(settings),
          path: `/api/agent-console/v1${path}`,
        })
      : await callPortal<Detail>(io, settings, { path });
  const deliveries = (event.deliveries ?? []).map(({ id, state, attempts, status, cause }) => [
    id,
    state,
    `${attempts} attempts`,
    String(status ?? ''),
    cause ?? '',
  ]);
  print(io, given, {
    value: event,
    lines: [
      `${cleanText(event.type)}  ${cleanText(event.id)}  ${cleanText(event.created_at)}`,
      ...JSON.stringify(JSON.parse(event.body), null, 2).split('\n').map(cleanText),
      ...(deliveries.length === 0 ? ['No deliveries.'] : ['Deliveries:', ...columns(deliveries)]),
    ],
  });
  return 0;
}
