import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { addressBucket, isWithin, normalizeAddress } from '#lib/network/address';

export type ConnectionBounds = {
  readonly most: number;
  /** Of one address; those of our own proxies are of many clients and count as none. */
  readonly perAddress: number;
  readonly proxies: BlockList;
};

type Dropped = 'all' | 'address' | 'unread';

export const droppedReasons: readonly Dropped[] = ['all', 'address', 'unread'];

/** Nobody reads so slowly: an answer of which nothing was taken for so long is for nobody. */
const unreadMs = 60_000;

type Progress = { taken: number; since: number };

/** Bounds the connections of a server. Gives what is called from time to time to close those that take no answer. */
export function boundConnections(server: Server, bounds: ConnectionBounds, dropped: (why: Dropped) => void) {
  const open = new Map<Socket, Progress>();
  const byAddress = new Map<string, number>();
  server.maxConnections = bounds.most;
  server.on('drop', () => dropped('all'));
  server.on('connection', (socket: Socket) => {
    const peer = normalizeAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
    const address = isWithin(bounds.proxies, peer) ? undefined : addressBucket(peer);
    const held = (address === undefined ? 0 : byAddress.get(address)) ?? 0;
    if (held >= bounds.perAddress) {
      dropped('address');
      return void socket.destroy();
    }
    if (address !== undefined) byAddress.set(address, held + 1);
    open.set(socket, { taken: 0, since: performance.now() });
    return void socket.once('close', () => {
      open.delete(socket);
      if (address === undefined) return;
      const left = (byAddress.get(address) ?? 0) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
  return {
    closeUnread(now = performance.now()): void {
      for (const [socket, progress] of open) {
        const taken = socket.bytesWritten - socket.writableLength;
        if (socket.writableLength === 0 || taken !== progress.taken) Object.assign(progress, { taken, since: now });
        else if (now - progress.since >= unreadMs) {
          dropped('unread');
          socket.destroy();
        }
      }
    },
  };
}
