import { once } from 'node:events';
import { freePort } from '#test/processes/processes';
import { until } from '#test/until';
import { startSample } from './run-sample.ts';
import { sampleAt } from './sample-files.ts';

export type RunningReceiver = {
  readonly url: string;
  /** Every line printed so far. */
  readonly lines: string[];
  stop(): Promise<void>;
};

type ReceiverOptions = { readonly secret: string; readonly cwd: string; readonly port?: number };

/** Starts the sample that receives webhooks, on a free port unless one is given. */
export async function startReceiverSample(file: string, options: ReceiverOptions): Promise<RunningReceiver> {
  const { secret, cwd, port = await freePort() } = options;
  const child = startSample(sampleAt('receive-webhooks', file), {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    cwd,
  });
  const closed = once(child, 'close');
  let [printed, failed] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += String(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    failed += String(chunk);
  });
  await until('the receiver listens', () => printed.includes('listening on') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`the receiver did not start: ${failed}`);
  return {
    url: `http://127.0.0.1:${port}/`,
    get lines() {
      return printed.split('\n').slice(1, -1);
    },
    async stop() {
      child.kill();
      await closed;
    },
  };
}
