import { parseArgs } from 'node:util';
import { DevError } from './dev-error.ts';

export type Flags = { readonly reset: boolean; readonly empty: boolean; readonly port: number | undefined };

const usage = `npm run dev -- [--reset] [--empty] [--port <number>]
  --reset  Delete data/dev first: database, keys, messages, and files
  --empty  Start without the demo
  --port   Listen on another port than 8080`;

/** Undefined when help was requested, which is printed. */
export function parseFlags(words: readonly string[]): Flags | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        reset: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        port: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      return undefined;
    }
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new DevError('--port must be a whole number from 1 to 65535.');
    return { reset: values.reset, empty: values.empty, port };
  } catch (error) {
    if (error instanceof DevError) throw error;
    throw new DevError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
