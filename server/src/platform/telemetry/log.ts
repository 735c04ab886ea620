import { createRequire } from 'node:module';
import type * as Pino from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type { LogLevel } from '#platform/config';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const require = createRequire(import.meta.url);

/** For a process whose log has no reader, such as a command. The library is not loaded. */
export function createIdleLogger(): PinoLogger {
  const nothing = () => undefined;
  const idle = { level: 'silent', debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };
  return { ...idle, trace: nothing, child: createIdleLogger } as unknown as PinoLogger;
}

/** JSON lines of named facts: ids, codes, durations. Never a body, a header, a query string or typed text. */
export function createLogger(service: string, level: LogLevel, destination?: DestinationStream): PinoLogger {
  const { pino } = require('pino') as typeof Pino;
  return pino(
    {
      level,
      base: { service },
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      messageKey: 'event',
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

/**
 * The loggable parts of an error: its kind and where it happened. Its message may quote typed text (PostgreSQL quotes
 * the offending value), so only codes and stack frames are logged.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const facts: Record<string, unknown> = { type: error.name };
  for (const name of ['code', 'constraint', 'table', 'routine', 'syscall', 'responseCode'] as const) {
    if (name in error) facts[name] = (error as unknown as Record<string, unknown>)[name];
  }
  facts['frames'] = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  if (error.cause !== undefined) facts['cause'] = describeError(error.cause);
  return facts;
}
