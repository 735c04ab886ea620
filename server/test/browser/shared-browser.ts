import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.ts';

/** A browser that test files of one process use one after the other, for which one host is served by whoever has it now. */
export type SharedBrowser = {
  readonly browser: Browser;
  /** From now on the host is served there. */
  serve(address: { readonly hostname: string; readonly port: string }): void;
};

/**
 * Starting one costs more than most files do in it. It maps hosts only when it starts, so it is given a door of this process,
 * which leads to another service in every file. It ends with the process.
 */
export async function startSharedBrowser(host: string): Promise<SharedBrowser> {
  let behind = { host: '127.0.0.1', port: 0 };
  const door = createServer((near) => join(near, connect(behind)));
  door.unref();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const browser = await startBrowser({ [host]: `127.0.0.1:${(door.address() as AddressInfo).port}` });
  return {
    browser,
    serve: ({ hostname, port }) => {
      behind = { host: hostname, port: Number(port) };
    },
  };
}

function join(near: Socket, far: Socket): void {
  near.setNoDelay();
  far.setNoDelay();
  near.pipe(far).pipe(near);
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    // Whoever hangs up is told by the close of the other end.
    end.on('error', () => undefined);
    end.on('close', () => other.destroy());
  }
}
