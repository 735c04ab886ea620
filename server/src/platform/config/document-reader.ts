import { logLevels, type LogLevel } from './log-levels.ts';
import { ConfigError, EnvReader, type Env } from './reader.ts';

/** All that the process `reader` is told; it has no secret and needs none. */
export type ReaderConfig = { readonly socket: string; readonly logLevel: LogLevel };

/** Longer paths do not fit into the address of a socket. */
const pathMax = 107;

/** Where the process is that reads documents. */
export function readSocket(read: EnvReader): string | undefined {
  const path = read.optional('READER_SOCKET');
  if (path !== undefined && (!path.startsWith('/') || path.length > pathMax))
    read.problems.push(`READER_SOCKET must be an absolute path of at most ${pathMax} characters`);
  return path;
}

export function readReaderConfig(env: Env): ReaderConfig {
  const read = new EnvReader(env);
  const socket = readSocket(read) ?? read.required('READER_SOCKET');
  const logLevel = read.oneOf('LOG_LEVEL', logLevels, 'info');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { socket, logLevel };
}
