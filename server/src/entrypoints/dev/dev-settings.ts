import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#platform/config';
import { demoServices } from '../demo/demo-offer.ts';
import { findFreePort } from './find-free-port.ts';
import { envFile } from './with-dev-settings.ts';

/** Made once and stored, so that a second start finds the same data. */
export type DevSettings = { readonly dataKey: string; readonly password: string; readonly postgresPort: number };

const settingsFile = 'settings.json';

export async function loadSettings(folder: string): Promise<DevSettings> {
  const file = join(folder, settingsFile);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DevSettings;
  const settings: DevSettings = {
    dataKey: randomBytes(32).toString('base64'),
    password: randomBytes(24).toString('hex'),
    postgresPort: await findFreePort(20_000, 30_000),
  };
  mkdirSync(folder, { recursive: true });
  writeSecretly(file, settings);
  return settings;
}

/** The settings of the service on the embedded database. */
export function databaseEnv({ dataKey, password }: DevSettings, postgresPort: number): Env {
  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${postgresPort}/makewhole`;
  return {
    DATABASE_URL: urlOf('makewhole_api'),
    WORKER_DATABASE_URL: urlOf('makewhole_worker'),
    DATA_KEY: dataKey,
  };
}

/** The service's settings in development. The caller's own environment overrides them. */
export const serviceEnv = (port: number, folder: string): Env => ({
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_BASE_URL: `http://localhost:${port}`,
  DEV_PAGES: '1',
  // The demo's invented company has every license, so each case's page agrees with its story.
  SERVICES_BY_STATE: demoServices,
  BLOB_DIR: join(folder, 'blobs'),
  WEBHOOK_ALLOW_LOCAL: '1',
  SHUTDOWN_DRAIN_MS: '0',
});

/** For `makewhole` commands, which read the service's settings here. */
export const writeEnv = (folder: string, env: Env): void => writeSecretly(join(folder, envFile), env);

/** Readable only by the owner, and written atomically. */
function writeSecretly(file: string, content: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
