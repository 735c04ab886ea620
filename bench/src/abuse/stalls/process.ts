// Three processes of the stall check run this file: an idle server to compare with, the poller, and the sender of
// attacks.
// They are separate so that none of them delays another one's measurements.
import { readFileSync } from 'node:fs';
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '#bench/service/child';
import type { AttackWorld, Shot } from './attack.ts';

type Watching = {
  /** Polled in turn. */
  readonly urls: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** The time for which its main thread was ready to run and had no processor is subtracted. */
  readonly pid?: number;
};

export type StallQuestion =
  | { readonly kind: 'serve'; readonly port: number }
  | { readonly kind: 'watch'; readonly watched: Readonly<Record<string, Watching>> }
  /** Returns the polls since the last mark, and sets which processes are polled from now on. */
  | { readonly kind: 'mark'; readonly pids: Readonly<Record<string, number>> }
  | {
      readonly kind: 'prepare';
      readonly world: AttackWorld;
      readonly name: string;
      readonly atOnce: number;
      readonly most: number;
    }
  | { readonly kind: 'attack'; readonly limitMs: number };

export type Watched = {
  /**
   * How long each poll waited. A poll that waited longer than the interval also counts for those that were due
   * meanwhile; a poll
   * that is still waiting counts with its age.
   */
  readonly waitedMs: readonly number[];
  /** The longest poll, including the time in which the process had no processor. */
  readonly longestRawMs: number;
  /** Responses other than 200. */
  readonly refused: number;
};

export type Attacked = {
  readonly sent: number;
  /** Responses by status; 0 is a connection that was closed without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** No response before the time limit. */
  readonly unanswered: number;
  readonly ms: number;
};

export type StallAnswer = Readonly<Record<string, Watched>> | Attacked | undefined;

/** When a poll was sent, or its mark began, and how long the polled process had waited for a processor by then. */
type Sent = { readonly atMs: number; readonly readyMs: number };
type Watch = {
  pid: number | undefined;
  sent: Sent | undefined;
  readonly everyMs: number;
  waitedMs: number[];
  longestRawMs: number;
  refused: number;
};
const watches = new Map<string, Watch>();

/**
 * Milliseconds for which the main thread was ready to run while another had the processor; 0 where the kernel does
 * not report it.
 */
function readyMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

const sentNow = (pid: number | undefined): Sent => ({
  atMs: performance.now(),
  readyMs: pid === undefined ? 0 : readyMsOf(pid),
});

function note(watched: Watch, sent: Sent): void {
  const { pid, everyMs, waitedMs } = watched;
  const now = sentNow(pid);
  const rawMs = now.atMs - sent.atMs;
  watched.longestRawMs = Math.max(watched.longestRawMs, rawMs);
  for (let left = rawMs - Math.max(0, now.readyMs - sent.readyMs); left > 0; left -= everyMs) waitedMs.push(left);
}

/** One poll at a time to each process: the time a poll waits is the unresponsiveness we measure. */
async function watch(name: string, { urls, headers = {}, everyMs, pid }: Watching): Promise<never> {
  const current: Watch = { pid, sent: undefined, everyMs, waitedMs: [], longestRawMs: 0, refused: 0 };
  watches.set(name, current);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; ; turn += 1) {
    const startedAt = performance.now();
    current.sent = sentNow(current.pid);
    const status = await ask(urls[turn % urls.length] ?? '', { agent, headers });
    note(current, current.sent);
    if (status !== 200) current.refused += 1;
    current.sent = undefined;
    await pause(Math.max(1, startedAt + everyMs - performance.now()));
  }
}

const ask = (url: string, options: { agent: Agent; headers: Readonly<Record<string, string>> }): Promise<number> =>
  new Promise((resolve) => {
    const asking = send(url, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    asking.once('error', () => resolve(0)).end();
  });

function mark(pids: Readonly<Record<string, number>>): Record<string, Watched> {
  return Object.fromEntries(
    [...watches].map(([name, current]) => {
      const { sent, waitedMs } = current;
      if (sent !== undefined) note(current, sent);
      const { longestRawMs, refused } = current;
      const pid = pids[name] ?? current.pid;
      Object.assign(current, { pid, waitedMs: [], longestRawMs: 0, refused: 0, sent: sent && sentNow(pid) });
      return [name, { waitedMs, longestRawMs, refused }];
    }),
  );
}

type Prepared = { readonly world: AttackWorld; readonly shots: readonly Shot[]; readonly atOnce: number };
let prepared: Prepared | undefined;

/** Runs one after the other when alone; otherwise in parallel, with each of many sent at least once. */
async function prepare({ world, name, atOnce, most }: Extract<StallQuestion, { kind: 'prepare' }>): Promise<void> {
  const { attacks } = await import('./attacks.ts');
  const makers = await attacks.find((attack) => attack.name === name)?.shots(world, most);
  if (makers === undefined) throw new Error(`there is no attack ${name}`);
  const shots: Shot[] = [];
  while (shots.length < Math.max(atOnce, makers.length)) for (const make of makers) shots.push(await make());
  prepared = { world, atOnce, shots };
}

async function attack(limitMs: number): Promise<Attacked> {
  if (prepared === undefined) throw new Error('nothing is prepared');
  const { world, shots, atOnce } = prepared;
  const statuses: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const timeUp = AbortSignal.timeout(limitMs);
  const startedAt = performance.now();
  let sent = 0;
  let unanswered = 0;
  const lane = async () => {
    for (let shot = shots[sent]; shot !== undefined && !timeUp.aborted; shot = shots[sent]) {
      sent += 1;
      const status = await fire(world, shot, { agent, signal: timeUp });
      if (status === undefined) unanswered += 1;
      else statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  agent.destroy();
  return { sent, statuses, unanswered, ms: performance.now() - startedAt };
}

type Firing = { readonly agent: Agent; readonly signal: AbortSignal };

/** The status; 0 if the connection was closed, undefined if the time limit was reached. */
function fire(world: AttackWorld, shot: Shot, { agent, signal }: Firing): Promise<number | undefined> {
  return new Promise((resolve) => {
    const failed = () => resolve(signal.aborted ? undefined : 0);
    if (shot.kind === 'mail') return deliver(world, shot.mail, { signal, done: resolve, failed });
    const { method, path, headers, body = '' } = shot;
    const bytes = Buffer.from(body);
    const options = { agent, signal, method, path, port: world.port, host: '127.0.0.1' };
    const sending = send({ ...options, headers: { ...headers, 'content-length': bytes.length } });
    sending.once('response', (response: IncomingMessage) => {
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', failed);
      response.resume();
    });
    sending.once('error', failed).end(bytes);
  });
}

type Delivering = { signal: AbortSignal; done(status: number): void; failed(): void };

/** As a mail server delivers over LMTP: each command after the reply to the previous one. */
function deliver({ lmtpPort, mailTo }: AttackWorld, mail: Buffer, { signal, done, failed }: Delivering): void {
  const socket = connect(lmtpPort, '127.0.0.1');
  const commands = ['LHLO client.example', 'MAIL FROM:<owner@example.com>', `RCPT TO:<${mailTo}>`, 'DATA'];
  let heard = '';
  signal.addEventListener('abort', () => socket.destroy());
  socket.once('close', failed).on('error', failed);
  socket.on('data', (piece) => {
    heard += piece.toString('latin1');
    const status = /^(\d{3}) [^\r\n]*\r\n$/m.exec(heard)?.[1];
    if (status === undefined) return;
    heard = '';
    const next = commands.shift();
    if (next !== undefined) return void socket.write(`${next}\r\n`);
    if (status !== '354') {
      done(Number(status));
      return void socket.end();
    }
    socket.write(
      Buffer.concat([
        Buffer.from(mail.toString('latin1').replaceAll(/^\./gm, '..'), 'latin1'),
        Buffer.from('\r\n.\r\n'),
      ]),
    );
  });
}

answerQuestions<StallQuestion, StallAnswer>(async (question) => {
  switch (question.kind) {
    case 'serve':
      await new Promise<void>((resolve) => {
        createServer((_request, response) => response.end('{}')).listen(question.port, '127.0.0.1', resolve);
      });
      return undefined;
    case 'watch':
      for (const [name, watched] of Object.entries(question.watched)) void watch(name, watched);
      return undefined;
    case 'mark':
      return mark(question.pids);
    case 'prepare':
      await prepare(question);
      return undefined;
    case 'attack':
      return attack(question.limitMs);
  }
});
