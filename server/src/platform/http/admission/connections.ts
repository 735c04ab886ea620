import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { addressBucket, isWithin, normalizeAddress } from '#lib/network/address';

export type ConnectionBounds = {
  readonly most: number;
  /** Per address. Our own proxies carry many clients and are not counted. */
  readonly perAddress: number;
  readonly proxies: BlockList;
};

type Dropped = 'all' | 'address' | 'unread';

export const droppedReasons: readonly Dropped[] = ['all', 'address', 'unread'];

/** No real client reads this slowly, so a response unread for this long is abandoned. */
const unreadMs = 60_000;

type Progress = { taken: number; since: number };

/** Limits a server's connections. Returns a function to call periodically, which closes connections with unread responses. */
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
