import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createDrain } from './drain.ts';

/** A connection and, once the server has it, its other end. */
async function open(app: ReturnType<typeof fastify>): Promise<readonly [own: Socket, accepted: Socket]> {
  const own = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = (await once(app.server, 'connection')) as [Socket];
  return [own, accepted];
}

it('waits for a request that has begun, not for a connection on which nothing came: browsers open them ahead', async () => {
  const app = fastify({ return503OnClosing: false });
  const drain = createDrain(app);
  app.get('/', async () => 'served');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [silent] = await open(app);
  const [begun, accepted] = await open(app);
  begun.write('GET / HTTP/1.1\r\n');
  await once(accepted, 'data');
  const drained = drain.run(0);
  await once(silent, 'close');
  begun.write('Host: a\r\n\r\n');
  const [answer] = (await once(begun, 'data')) as [Buffer];
  expect(answer.toString()).toContain('served');
  await drained;
}, 15_000);
