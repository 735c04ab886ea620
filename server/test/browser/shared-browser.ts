import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.ts';

/**
 * A browser that the test files of one process use in turn. One host name is served by the file that currently uses it.
 */
export type SharedBrowser = {
  readonly browser: Browser;
  /** From now on, requests for the host go to this address. */
  serve(address: { readonly hostname: string; readonly port: string }): void;
};

/**
 * Starting a browser costs more than most files do in it. Hosts can be mapped only at start, so the browser gets a
 * proxy port of this process, which forwards to a different service for each file. It ends with the process.
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
    // Errors need no handling here: the other side learns of a disconnect when its socket closes.
    end.on('error', () => undefined);
    end.on('close', () => other.destroy());
  }
}
