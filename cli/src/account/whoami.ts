import { callPortal } from '../call-portal.ts';
import { callServer } from '../call-server.ts';
import { CommandFailed } from '../command-failed.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { cleanText, print } from '../print.ts';
import { agentPrefix, readSettings, type Settings } from '../settings.ts';

type Institution = { readonly id: string; readonly name: string; readonly role: string };

type Found = { readonly value: Readonly<Record<string, unknown>>; readonly lines: readonly string[] };

/** The identities that the server sees: by the token, by the partner key, by the agent key, for each that is set. */
export async function whoami(io: Io, given: Given): Promise<ExitCode> {
  const settings = readSettings(io, given);
  const found = [
    ...(settings.token === undefined ? [] : [await byToken(io, settings)]),
    ...(settings.key === undefined ? [] : [await byKey(io, settings, settings.key)]),
    ...(settings.agentKey === undefined ? [] : [await byAgentKey(io, settings, settings.agentKey)]),
  ];
  if (found.length === 0)
    throw new CommandFailed(3, 'Not signed in. Run mw login, or set MAKEWHOLE_KEY or MAKEWHOLE_AGENT_KEY.');
  const value = Object.assign({ url: settings.baseUrl }, ...found.map((one) => one.value)) as unknown;
  print(io, given, { value, lines: [`Server       ${settings.baseUrl}`, ...found.flatMap(({ lines }) => lines)] });
  return 0;
}

async function byToken(io: Io, settings: Settings): Promise<Found> {
  const { id, name, role } = await callPortal<Institution>(io, settings, { path: '/institution' });
  return {
    value: { portal: { institution: { id, name }, role, mode: 'test' } },
    lines: [`Portal       ${cleanText(name)} (${cleanText(id)}), ${cleanText(role)}, test mode`],
  };
}

async function byKey(io: Io, { baseUrl }: Settings, key: string): Promise<Found> {
  const { Makewhole } = await import('@makewhole/sdk');
  const me = (await Makewhole.partner({ key, baseUrl, fetch: io.fetch }).me.get({ signal: io.signal })) as Readonly<
    Record<string, unknown>
  >;
  const mode = key.startsWith('gap_live_') ? 'live' : 'test';
  return { value: { partner: me }, lines: [`Partner key  ${cleanText(String(me['id'] ?? 'valid'))}, ${mode} mode`] };
}

async function byAgentKey(io: Io, settings: Settings, key: string): Promise<Found> {
  const me = await callServer<Readonly<Record<string, unknown>>>(io, {
    baseUrl: settings.baseUrl,
    path: `${agentPrefix(settings)}/api/agent/v1/me`,
    bearer: key,
  });
  const { name } = (me['agent'] ?? {}) as { name?: string };
  return {
    value: { agent: me },
    lines: [`Agent key    ${cleanText(name ?? '')} (${cleanText(String(me['principal_id']))})`],
  };
}
