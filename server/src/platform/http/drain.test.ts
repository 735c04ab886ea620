import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { until } from '#test/until';
import { createDrain } from './drain.ts';

/** A client connection and, once the server has accepted it, the server's end. */
async function open(app: ReturnType<typeof fastify>): Promise<readonly [own: Socket, accepted: Socket]> {
  const own = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = (await once(app.server, 'connection')) as [Socket];
  return [own, accepted];
}

// Each would otherwise take the minute that a connection has for its headers.

it('draining waits for a request that has begun, but not for an unused connection, which browsers open ahead of time', async () => {
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
}, 45_000);

/** A server that responds before the body has arrived, and a client that has the response and has sent part of the body. */
async function givenAnswered() {
  const app = fastify({ return503OnClosing: false });
  const drain = createDrain(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  app.post('/', async (_request, reply) => reply.code(429).send('later'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [own] = await open(app);
  own.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 10\r\n\r\n12345');
  const [answer] = (await once(own, 'data')) as [Buffer];
  expect(answer.toString()).toContain('429');
  return { app, drain, own };
}

it('draining does not wait for the rest of a body whose request is answered', async () => {
  const { drain, own } = await givenAnswered();
  const closed = once(own, 'close');
  own.resume();
  await drain.run(0);
  await closed;
  expect(own.destroyed).toBe(true);
}, 45_000);

it('a connection that has finished its request closes only after the listener has closed', async () => {
  const { app, drain, own } = await givenAnswered();
  const closed = once(own, 'close');
  own.resume();
  const drained = drain.run(0);
  await until('the listener to close', () => !app.server.listening);
  own.write('67890');
  await drained;
  await closed;
  expect(own.destroyed).toBe(true);
}, 45_000);
