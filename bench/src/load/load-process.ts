// The load generator: raw sockets and minimal HTTP, so that on a small machine the server gets the processor.
import { connect, type Socket } from 'node:net';
import { answerQuestions } from '#bench/service/child';
import type { Order, SliceResult } from './measure.ts';

/** Replaced by a token that no other request has; its width is fixed, so Content-Length is too. */
const hole = '{unique}';
const tokenWidth = 16;

let requestsSoFar = 0;
const generation = Date.now().toString(36).padStart(9, '0');

function nextToken(): string {
  requestsSoFar += 1;
  return generation + requestsSoFar.toString(36).padStart(tokenWidth - generation.length, '0');
}

/** The request as text, with its placeholders. */
function requestText({ method = 'POST', path, body, headers = {} }: Order['request']): string {
  const length = body.replaceAll(hole, 'x'.repeat(tokenWidth)).length;
  const content = method === 'GET' ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}${lines.join('')}\r\n${body}`;
}

/** Makes the next request. */
function requestMaker(request: Order['request']): () => string {
  const text = requestText(request);
  const { rows } = request;
  if (rows === undefined) {
    const pieces = text.split(hole);
    return () => pieces.join(nextToken());
  }
  const texts = rows.map((row) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => row[name] ?? ''));
  let turn = 0;
  return () => texts[turn++ % texts.length] ?? '';
}

class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the connection was closed')));
  }

  /** Sends one request and returns the status of its response. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    const length = status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle?.reject(new Error('the answer has no Content-Length'));
      return;
    }
    if (this.#received.length < headEnd + 4 + Number(length)) return;
    this.#received = Buffer.alloc(0);
    this.#settle?.resolve(status);
  }
}

const open = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(new Connection(socket));
    });
  });

/** Keeps every connection busy until the time is over; later responses are ignored. */
async function runSlice(order: Order): Promise<SliceResult> {
  const nextRequest = requestMaker(order.request);
  const connections = await Promise.all(Array.from({ length: order.connections }, () => open(order.port)));
  const latenciesMs: number[] = [];
  const endAt = performance.now() + order.seconds * 1000;
  let errors = 0;
  let done = 0;

  async function drive(connection: Connection): Promise<void> {
    for (let sentAt = performance.now(); sentAt < endAt;) {
      const status = await connection.send(nextRequest()).catch(() => 0);
      const now = performance.now();
      done += 1;
      if (now > endAt) return;
      if (status === order.expect) latenciesMs.push(now - sentAt);
      else errors += 1;
      // A dead connection would otherwise fail as fast as it can.
      if (status === 0) return;
      sentAt = now;
    }
  }

  await Promise.all(connections.map(drive));
  for (const connection of connections) connection.close();
  return { done, seconds: order.seconds, errors, latenciesMs: Float64Array.from(latenciesMs) };
}

answerQuestions<Order, SliceResult>(runSlice);
