import type { Given, Io } from './command.ts';
import { CommandFailed, wrongUse } from './command-failed.ts';
import { configPath, isOpenToOthers, readConfigFile } from './config-file.ts';

/**
 * Whom a command talks to, and as whom. Secrets come from the environment or the file of `mw login`, never from
 * options.
 */
export type Settings = {
  /** Without a slash at its end, and without /sandbox. */
  readonly baseUrl: string;
  /** The address was that of the agents' sandbox, `…/sandbox`, as the library takes it. */
  readonly inSandbox: boolean;
  /** `MAKEWHOLE_KEY`: a key of the partner interface, `gap_test_…` or `gap_live_…`. */
  readonly key: string | undefined;
  /** `MAKEWHOLE_AGENT_KEY`: a key of the agent interface. */
  readonly agentKey: string | undefined;
  /** `MAKEWHOLE_TOKEN`, or that of `mw login`: a portal token. */
  readonly token: string | undefined;
  /** When the token of `mw login` ends; unknown for one of the environment. */
  readonly tokenEndsAt: string | undefined;
  /** `MAKEWHOLE_INSTITUTION`, or that of `mw login`. */
  readonly institutionId: string | undefined;
};

/** The server of --url, of MAKEWHOLE_URL, or of the last sign-in, with its stored settings. */
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

/** Keys and tokens go to it, so it is https unless it is this machine. */
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

/** Nothing for a text that is no address. `URL.parse` is not in Node 20. */
export const readUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether a host name can only be this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** The key of the partner interface, or a sentence on where it comes from. */
export function requireKey({ key }: Settings): string {
  if (key === undefined) throw new CommandFailed(3, 'No key. Set MAKEWHOLE_KEY to a partner API key.');
  return key;
}

/** The key of the agent interface, or a sentence on where it comes from. */
export function requireAgentKey({ agentKey }: Settings): string {
  if (agentKey === undefined) throw new CommandFailed(3, 'No agent key. Set MAKEWHOLE_AGENT_KEY.');
  return agentKey;
}

/** Where the agent interface is: the sandbox has an address of its own, and a key of it opens no other. */
export const agentPrefix = ({ agentKey = '', inSandbox }: Pick<Settings, 'agentKey' | 'inSandbox'>): string =>
  inSandbox || isTestAgentKey(agentKey) ? '/sandbox' : '';

export const isTestAgentKey = (agentKey: string): boolean => agentKey.startsWith('svc_agent_test_');

/** A portal token with its institution, or a sentence on how to get one. */
export function requireToken({ token, institutionId, key }: Settings): { token: string; institutionId: string } {
  // A key that is set seems to be enough, so it is said why it is not.
  const why =
    key === undefined ? '' : ' MAKEWHOLE_KEY works only for the partner API, and this command uses the portal.';
  if (token === undefined) throw new CommandFailed(3, `Not signed in.${why} Run mw login, or set MAKEWHOLE_TOKEN.`);
  if (institutionId === undefined)
    throw new CommandFailed(3, 'No institution is set. Set MAKEWHOLE_INSTITUTION with MAKEWHOLE_TOKEN.');
  return { token, institutionId };
}
