import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Env } from '#platform/config';

/** Everything that `npm run dev` stores, at the root of the repository. */
export const devFolder = fileURLToPath(new URL('../../../../data/dev/', import.meta.url));

/** The settings of the service, for commands. */
export const envFile = 'env.json';

/**
 * Commands without their own database use that of `npm run dev`, if there is one. The caller's environment overrides
 * it, and in production it is ignored.
 */
export function withDevSettings(env: Env, tell: (line: string) => void, folder = devFolder): Env {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (['DATABASE_URL', 'DATABASE_URL_FILE', 'CREDENTIALS_DIRECTORY'].some(isSet) || env['NODE_ENV'] === 'production')
    return env;
  if (!existsSync(`${folder}/${envFile}`)) return env;
  tell('DATABASE_URL is not set, so this uses the settings of npm run dev in data/dev.');
  return { ...(JSON.parse(readFileSync(`${folder}/${envFile}`, 'utf8')) as Env), ...env };
}
