import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from './command.ts';
import { CommandFailed } from './command-failed.ts';

/** What is kept for one server; a token of one is never sent to another. */
export type StoredServer = {
  readonly token?: string;
  readonly token_id?: string;
  readonly expires_at?: string;
  readonly institution_id?: string;
  readonly institution?: string;
  readonly user?: string;
  readonly listen_secret?: string;
};

export type ConfigFile = {
  /** Of the last sign-in: the server that is meant when none is named. */
  readonly url?: string;
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
    const { url, servers } = (JSON.parse(text) ?? {}) as Partial<ConfigFile>;
    const known = typeof servers === 'object' && servers !== null ? servers : {};
    return { ...(typeof url === 'string' ? { url } : {}), servers: known };
  } catch {
    throw new CommandFailed(1, `${path} is not JSON. Mend it, or delete it and sign in again.`);
  }
}

/** Whether others than the owner may read the file, which has a token in it. */
export function isOpenToOthers(env: Env): boolean {
  try {
    return process.platform !== 'win32' && (statSync(configPath(env)).mode & 0o077) !== 0;
  } catch {
    return false;
  }
}

/** Written whole under another name first, so that no reader ever sees half of it; only the owner may read it. */
export function writeConfigFile(env: Env, content: ConfigFile): void {
  const path = configPath(env);
  const written = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(written, { force: true });
    writeFileSync(written, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(written, 0o600);
    renameSync(written, path);
  } catch (error) {
    rmSync(written, { force: true });
    throw new CommandFailed(1, `${path} cannot be written: ${String((error as { code?: string }).code)}`);
  }
}

/** Changes what is kept for one server; a member that is undefined is removed. */
export function storeForServer(
  env: Env,
  baseUrl: string,
  change: { readonly [Name in keyof StoredServer]: StoredServer[Name] | undefined },
): void {
  const { url, servers } = readConfigFile(env);
  const kept = Object.fromEntries(
    Object.entries({ ...servers[baseUrl], ...change }).filter(([, value]) => value !== undefined),
  ) as StoredServer;
  const next = change.token === undefined ? url : baseUrl;
  writeConfigFile(env, { ...(next === undefined ? {} : { url: next }), servers: { ...servers, [baseUrl]: kept } });
}
