import { fork, type ChildProcess } from 'node:child_process';
import { createWriteStream, watch } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Env } from '#platform/config';

const entry = fileURLToPath(new URL('serve-dev.ts', import.meta.url));
const sources = fileURLToPath(new URL('../../', import.meta.url));

/** An editor writes a file in several steps, and several files together. */
const settleMs = 100;
const stopWithinMs = 5000;
const againMs = 40;

type Service = {
  readonly port: number;
  /** The path of its log. */
  readonly log: string;
  print(line: string): void;
};

/** API and worker in one process, which restarts when server code changes. */
export class WatchedProcess {
  readonly #service: Service;
  /** The replacement, which has loaded the code or is loading it, and waits for its settings. */
  #next: ChildProcess | undefined;
  #child: ChildProcess | undefined;
  #env: Env = {};
  #changed: string | undefined;
  #restarting: Promise<void> | undefined;
  #isStopping = false;

  /** Code is loaded while the database starts. */
  constructor(service: Service) {
    this.#service = service;
    this.#next = load();
  }

  /** Returns when it responds, or when it has ended. */
  async start(env: Env = this.#env): Promise<boolean> {
    const { log, port, print } = this.#service;
    const child = this.#next ?? load();
    this.#next = undefined;
    this.#child = child;
    this.#env = env;
    child.stdout?.pipe(createWriteStream(log, { flags: 'a', mode: 0o600 }));
    if (child.stdout !== null) createInterface(child.stdout).on('line', (line) => tellOfErrors(line, print));
    child.send(env);
    let isUp = false;
    child.once('exit', (code) => {
      if (this.#child === child && isUp)
        print(`The service exited with code ${code}; see ${log}. It restarts at the next change.`);
    });
    while (child.exitCode === null && child.signalCode === null) {
      isUp = await isListening(port);
      if (isUp) return true;
      await pause(againMs);
    }
    return false;
  }

  watch(): void {
    let settled: NodeJS.Timeout | undefined;
    watch(sources, { recursive: true }, (_event, name) => {
      if (name === null || !/\.(?:ts|js|json|md|txt|sql)$/.test(name) || name.endsWith('.test.ts')) return;
      clearTimeout(settled);
      settled = setTimeout(() => this.#follow(name), settleMs);
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#restarting;
    this.#next?.kill('SIGKILL');
    await this.#end();
  }

  /** Changes during a restart cause one more restart. */
  #follow(name: string): void {
    this.#changed = name;
    this.#restarting ??= this.#catchUp().finally(() => (this.#restarting = undefined));
  }

  async #catchUp(): Promise<void> {
    while (this.#changed !== undefined && !this.#isStopping) {
      const name = this.#changed;
      this.#changed = undefined;
      await this.#again(name);
    }
  }

  async #again(name: string): Promise<void> {
    const began = performance.now();
    await this.#end();
    const answers = await this.start();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.#service.print(
      answers
        ? `${name} changed: restarted in ${seconds} s.`
        : `${name} changed, and the service does not start. It restarts at the next change.`,
    );
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(impatient);
  }
}

const load = (): ChildProcess =>
  fork(entry, {
    // A start allocates much long-lived memory; a larger young generation saves garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // Ctrl-C in a terminal reaches all its processes; we stop this one ourselves, before its database.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });

type Logged = { readonly level?: number; readonly event?: string; readonly err?: object };

/** The terminal shows code errors; the rest is in the log. */
function tellOfErrors(line: string, print: Service['print']): void {
  try {
    const { level = 0, event = '', err } = JSON.parse(line) as Logged;
    if (level >= 50 && err !== undefined) print(`${event} ${JSON.stringify(err)}`);
  } catch {
    print(line);
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
