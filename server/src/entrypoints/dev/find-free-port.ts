import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const triesMax = 50;

/** Below the range that systems use for outgoing connections, so that it is still free at the next start. */
export async function findFreePort(from: number, to: number): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(from, to);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
  throw new Error('no free port was found');
}

export const isPortFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
