import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from './command.ts';
import { CommandFailed } from './command-failed.ts';

/** The stored settings for one server; its token is never sent to another. */
export type StoredServer = {
  readonly token?: string;
  readonly token_id?: string;
  readonly expires_at?: string;
  readonly institution_id?: string;
  readonly institution?: string;
  readonly user?: string;
};

export type ConfigFile = {
  /** From the last sign-in: the default server. */
  readonly url?: string;
  /** The secret with which `mw listen` signs on this machine, for events from any server. */
  readonly listen_secret?: string;
  readonly servers: Readonly<Record<string, StoredServer>>;
};

type Env = Io['env'];

export function configPath(env: Env): string {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(base, 'makewhole', 'config.json');
}

export function readConfigFile(env: Env): ConfigFile {
  const path = configPath(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { servers: {} };
    throw new CommandFailed(1, `${path} cannot be read: ${String((error as { code?: string }).code)}`);
  }
  try {
    const { url, listen_secret, servers } = (JSON.parse(text) ?? {}) as Partial<ConfigFile>;
    const known = typeof servers === 'object' && servers !== null ? servers : {};
    return {
      ...(typeof url === 'string' ? { url } : {}),
      ...(typeof listen_secret === 'string' ? { listen_secret } : {}),
      servers: known,
    };
  } catch {
    throw new CommandFailed(1, `${path} is not valid JSON. Fix it, or delete it and sign in again.`);
  }
}

/** Whether other users may read the file, which contains a token. */
export function isOpenToOthers(env: Env): boolean {
  try {
    return process.platform !== 'win32' && (statSync(configPath(env)).mode & 0o077) !== 0;
  } catch {
    return false;
  }
}

/** Node's own recursive form never ends below a folder that cannot have children, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Written under another name first and then renamed, so that readers never see an incomplete file; only the owner may
 * read it.
 */
function writeConfigFile(env: Env, content: ConfigFile, finish = renameSync): void {
  const path = configPath(env);
  const written = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(path));
    rmSync(written, { force: true });
    writeFileSync(written, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(written, 0o600);
    finish(written, path);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CommandFailed(
      1,
      `${path} cannot be written: ${String(code)}. Set XDG_CONFIG_HOME to use another folder.`,
    );
  } finally {
    rmSync(written, { force: true });
  }
}

/** Checks that a change could be stored: the folder may belong to another user, and the disk may be full. */
export const requireWritable = (env: Env): void => writeConfigFile(env, readConfigFile(env), () => {});

export const storeListenSecret = (env: Env, listen_secret: string): void =>
  writeConfigFile(env, { ...readConfigFile(env), listen_secret });

/** Changes the stored settings for one server; a member that is undefined is removed. */
export function storeForServer(
  env: Env,
  baseUrl: string,
  change: { readonly [Name in keyof StoredServer]: StoredServer[Name] | undefined },
): void {
  const { url, servers, ...rest } = readConfigFile(env);
  const kept = Object.fromEntries(
    Object.entries({ ...servers[baseUrl], ...change }).filter(([, value]) => value !== undefined),
  ) as StoredServer;
  const next = change.token === undefined ? url : baseUrl;
  const named = next === undefined ? {} : { url: next };
  writeConfigFile(env, { ...named, ...rest, servers: { ...servers, [baseUrl]: kept } });
}
