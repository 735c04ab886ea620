import { serveReader } from '#modules/documents';
import { ConfigError, readParserConfig, type ParserConfig } from '#platform/config';
import { createLogger, watchStalls } from '#platform/telemetry';
import { stopOnSignal } from './process.ts';

const service = 'makewhole-document-parser';
/** Longer than any document takes to parse. */
const stopWithinMs = 130_000;

/** Starts the `document-parser` process, until a signal stops it. It reads three settings, and no secret. */
export async function serveDocuments(): Promise<void> {
  const { socket, unwalled, logLevel } = configOrExit();
  const log = createLogger(service, logLevel);
  const server = await serveReader({ socket, unwalled, log });
  stopOnSignal({
    withinMs: stopWithinMs,
    async stop() {
      log.info({}, 'process.stopping');
      await server.close();
      log.info({}, 'process.stopped');
    },
    left: () => ['documents being parsed'],
  });
  watchStalls({ service, log });
  log.info({ socket }, 'document-parser.listening');
}

function configOrExit(): ParserConfig {
  try {
    return readParserConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
