import type { Given, Io } from './command.ts';
import { CommandFailed, wrongUse } from './command-failed.ts';
import { configPath, isOpenToOthers, readConfigFile } from './config-file.ts';

/**
 * The server that a command uses, and the identity. Secrets come from the environment or the file of `mw login`,
 * never from
 * options.
 */
export type Settings = {
  /** Without a trailing slash, and without /sandbox. */
  readonly baseUrl: string;
  /** Whether the address was the agents' sandbox, `…/sandbox`, in the form that the library takes. */
  readonly inSandbox: boolean;
  /** `MAKEWHOLE_KEY`: a partner API key, `gap_test_…` or `gap_live_…`. */
  readonly key: string | undefined;
  /** `MAKEWHOLE_AGENT_KEY`: an agent API key. */
  readonly agentKey: string | undefined;
  /** `MAKEWHOLE_TOKEN`, or that of `mw login`: a portal token. */
  readonly token: string | undefined;
  /** When the token of `mw login` expires; unknown for one from the environment. */
  readonly tokenEndsAt: string | undefined;
  /** `MAKEWHOLE_INSTITUTION`, or that of `mw login`. */
  readonly institutionId: string | undefined;
};

/** The server from --url, from MAKEWHOLE_URL, or from the last sign-in, with its stored settings. */
export function readSettings(io: Io, given: Pick<Given, 'options'>): Settings {
  const { env } = io;
  const file = readConfigFile(env);
  const { url = env['MAKEWHOLE_URL'] || file.url } = given.options;
  if (typeof url !== 'string')
    throw wrongUse('No server is set. Set it once: mw login --url https://… or set MAKEWHOLE_URL.');
  const address = readBaseUrl(url);
  const baseUrl = address.replace(/\/sandbox$/, '');
  const kept = file.servers[baseUrl] ?? {};
  if (kept.token !== undefined && isOpenToOthers(env))
    io.err(`Others can read ${configPath(env)}, which has your token. Fix it: chmod 600 ${configPath(env)}`);
  return {
    baseUrl,
    inSandbox: address !== baseUrl,
    key: env['MAKEWHOLE_KEY'] || undefined,
    agentKey: env['MAKEWHOLE_AGENT_KEY'] || undefined,
    token: env['MAKEWHOLE_TOKEN'] || kept.token,
    tokenEndsAt: env['MAKEWHOLE_TOKEN'] ? undefined : kept.expires_at,
    institutionId: env['MAKEWHOLE_INSTITUTION'] || kept.institution_id,
  };
}

/** Keys and tokens are sent to it, so it must be https unless it is this machine. */
function readBaseUrl(text: string): string {
  const url = readUrl(text);
  if (url === undefined || !['https:', 'http:'].includes(url.protocol) || url.host === '')
    throw wrongUse('The server is not a URL such as https://api.example.com.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrongUse('The server URL must not have a user, query or fragment.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw wrongUse('Requests carry your key, so the server URL must begin with https:// unless it is this machine.');
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Undefined for a text that is not a URL. `URL.parse` is not in Node 20. */
export const readUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether a host name can only be this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** The partner API key; throws a sentence on where to get one. */
export function requireKey({ key }: Settings): string {
  if (key === undefined) throw new CommandFailed(3, 'No key. Set MAKEWHOLE_KEY to a partner API key.');
  return key;
}

/** The agent API key; throws a sentence on where to get one. */
export function requireAgentKey({ agentKey }: Settings): string {
  if (agentKey === undefined) throw new CommandFailed(3, 'No agent key. Set MAKEWHOLE_AGENT_KEY.');
  return agentKey;
}

/** The path of the agent API: the sandbox has its own address, and its keys work only there. */
export const agentPrefix = ({ agentKey = '', inSandbox }: Pick<Settings, 'agentKey' | 'inSandbox'>): string =>
  inSandbox || isTestAgentKey(agentKey) ? '/sandbox' : '';

export const isTestAgentKey = (agentKey: string): boolean => agentKey.startsWith('svc_agent_test_');

/** A portal token with its institution; throws a sentence on how to get one. */
export function requireToken({ token, institutionId, key }: Settings): { token: string; institutionId: string } {
  // A key is set and may seem sufficient, so the message explains why it is not.
  const why =
    key === undefined ? '' : ' MAKEWHOLE_KEY works only for the partner API, and this command uses the portal.';
  if (token === undefined) throw new CommandFailed(3, `Not signed in.${why} Run mw login, or set MAKEWHOLE_TOKEN.`);
  if (institutionId === undefined)
    throw new CommandFailed(3, 'No institution is set. Set MAKEWHOLE_INSTITUTION with MAKEWHOLE_TOKEN.');
  return { token, institutionId };
}
