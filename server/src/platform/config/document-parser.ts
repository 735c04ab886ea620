import { ConfigError, EnvReader, logLevels, type Env, type LogLevel } from './env-reader.ts';

/** All that the process `document-parser` is told; it has no secret and needs none. */
export type ParserConfig = { readonly socket: string; readonly unwalled: boolean; readonly logLevel: LogLevel };

/** How documents are read. */
export type ReadersConfig = {
  /** The socket of the process `document-parser`, which runs the programs; without it each process does. */
  readonly socket: string | undefined;
  /** Whether a program may run without a sandbox where this machine allows none. The process `document-parser` decides for itself. */
  readonly unwalled: boolean;
};

/** Longer paths do not fit into the address of a socket. */
const pathMax = 107;

export const readReaders = (read: EnvReader): ReadersConfig => ({
  socket: readSocket(read),
  unwalled: read.flag('ALLOW_UNSANDBOXED_READERS') || read.text('NODE_ENV', '') !== 'production',
});

/** Where the process is that reads documents. */
function readSocket(read: EnvReader): string | undefined {
  const path = read.optional('DOCUMENT_PARSER_SOCKET');
  if (path !== undefined && (!path.startsWith('/') || path.length > pathMax))
    read.problems.push(`DOCUMENT_PARSER_SOCKET must be an absolute path of at most ${pathMax} characters`);
  return path;
}

export function readParserConfig(env: Env): ParserConfig {
  const read = new EnvReader(env);
  const socket = readSocket(read) ?? read.required('DOCUMENT_PARSER_SOCKET');
  // Whatever NODE_ENV says: files of strangers are all that this process has to do with.
  const unwalled = read.flag('ALLOW_UNSANDBOXED_READERS');
  const logLevel = read.oneOf('LOG_LEVEL', logLevels, 'info');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return { socket, unwalled, logLevel };
}
