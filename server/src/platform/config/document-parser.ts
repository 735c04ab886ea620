import { ConfigError, EnvReader, logLevels, type Env, type LogLevel } from './env-reader.ts';

/** Every setting of the `document-parser` process. It has no secret and needs none. */
export type ParserConfig = { readonly socket: string; readonly unwalled: boolean; readonly logLevel: LogLevel };

/** How documents are parsed. */
export type ReadersConfig = {
  /** The socket of the `document-parser` process, which runs the parsing programs. Without it each process runs them itself. */
  readonly socket: string | undefined;
  /** Whether a program may run without a sandbox on a machine that has none. `document-parser` decides this for itself. */
  readonly unwalled: boolean;
};

/** A socket address holds no longer path. */
const pathMax = 107;

export const readReaders = (read: EnvReader): ReadersConfig => ({
  socket: readSocket(read),
  unwalled: read.flag('ALLOW_UNSANDBOXED_READERS') || read.text('NODE_ENV', '') !== 'production',
});

/** Path of the `document-parser` socket. */
function readSocket(read: EnvReader): string | undefined {
  const path = read.optional('DOCUMENT_PARSER_SOCKET');
  if (path !== undefined && (!path.startsWith('/') || path.length > pathMax))
    read.problems.push(`DOCUMENT_PARSER_SOCKET must be an absolute path of at most ${pathMax} characters`);
  return path;
}

export function readParserConfig(env: Env): ParserConfig {
  const read = new EnvReader(env);
  const socket = readSocket(read) ?? read.required('DOCUMENT_PARSER_SOCKET');
  // Independent of NODE_ENV: this process handles nothing but untrusted files.
  const unwalled = read.flag('ALLOW_UNSANDBOXED_READERS');
  const logLevel = read.oneOf('LOG_LEVEL', logLevels, 'info');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { socket, unwalled, logLevel };
}
