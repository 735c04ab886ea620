// Whether a program that reads documents can do harm once a file has taken it over. A stand-in tries every known
// escape
// as `pdftotext` (which has the file), as `tesseract` (which has standard input) and as a shell line (which has a
// directory),
// in every way of running that is possible on this machine.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Confined } from '@makewhole/server/src/modules/documents/jail/run-limited.ts';
import { givenFile } from '@makewhole/server/src/modules/documents/jail/jail-data.ts';
import { conclude, printTable, type Check } from '#bench/report';
import { requirePrograms } from '#bench/service/service';
import type { Given, Instrument, RunStack, Size } from '#bench/instrument';
import { faults, listWays, type Fault, type Way } from './ways.ts';

type Shape = 'pdftotext' | 'tesseract' | 'shell';

/** Only a shell line can do these; a single program has no directory and starts nothing. */
const ofShell = new Set([
  'files through a link',
  'more than a file may have',
  'other processes of its own',
  'outliving',
]);
/** A limit ends these before they can report that they were contained. */
const endedByLimits = new Set([
  'memory',
  'processor',
  'flood on stdout',
  'flood on stderr',
  'more than a file may have',
]);

const usual = { cpuS: 1, wallMs: 6_000, maxBytes: 1_000_000 };
const abstractName = `jail-abstract-${process.pid}`;
const hostile = readFileSync(fileURLToPath(new URL('hostile.pl', import.meta.url)));

type Attempt = {
  readonly escape: string;
  readonly shape: Shape;
  readonly way: string;
  readonly got: string | undefined;
};
type World = { readonly folder: string; readonly marker: string; readonly port: number; readonly script: string };

async function tryEscapes(closing: RunStack, { size, inject }: Given<Fault>): Promise<boolean> {
  requirePrograms({ perl: 'perl', setpriv: 'util-linux', unshare: 'util-linux' });
  const world = await setWorld(closing);
  const attempts: Attempt[] = [];
  for (const way of await listWays(closing, world.folder, inject)) {
    const victim = startVictim(closing, way, world.marker);
    for (const [index, escape] of escapes.entries())
      for (const shape of shapesOf(escape, size, index))
        attempts.push(await tryTwice({ way, shape, escape }, world, victim));
  }
  return judge(attempts, inject);
}

const escapes = [...hostile.toString('utf8').matchAll(/^ {2}'([^']+)' => sub/gm)].map(([, name = '']) => name);

function shapesOf(escape: string, size: Size, index: number): readonly Shape[] {
  if (size === 'full') return ['pdftotext', 'tesseract', 'shell'];
  if (ofShell.has(escape)) return ['shell'];
  return [index % 2 === 0 || escape === 'changing the file it reads' ? 'pdftotext' : 'tesseract'];
}

function judge(attempts: readonly Attempt[], inject: Fault | undefined): boolean {
  const ways = [...new Set(attempts.map(({ way }) => way))];
  const failed = (escape: string, way: string) =>
    attempts.find((one) => one.escape === escape && one.way === way && one.got !== undefined);
  printTable(
    escapes.map((escape) => ({
      escape,
      ...Object.fromEntries(ways.map((way) => [way, failed(escape, way)?.got?.slice(0, 40) ?? 'blocked'])),
    })),
  );
  const escaped = attempts.filter(({ got }) => got !== undefined);
  // A stand-in that could not try proves neither isolation nor a gap.
  const isProof = ({ got }: Attempt) => inject === undefined || (got !== undefined && !untried.includes(got));
  const named = new Set(escaped.filter(isProof).map(({ escape }) => escape));
  const blocked = Object.fromEntries(
    ways.map((way) => [way, escapes.filter((escape) => failed(escape, way) === undefined).length]),
  );
  const checks: Check[] =
    inject === undefined
      ? ways.map((way) => ({ name: `blocked, ${way}`, value: blocked[way] ?? 0, atLeast: escapes.length }))
      : [{ name: 'escapes that succeeded', value: named.size, atLeast: 5 }];
  const figures = {
    chaos: 'jail',
    inject,
    escapes: escapes.length,
    tried: attempts.length,
    blocked,
    escaped: [...named],
  };
  return conclude(figures, checks);
}

/** The targets of a stand-in: a server, sockets, a file, a world-writable folder. */
async function setWorld(closing: RunStack): Promise<World> {
  const folder = closing.folder('jail');
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'secret'), 'canary', { mode: 0o644 });
  const script = join(folder, 'hostile.pl');
  await writeFile(script, hostile, { mode: 0o644 });
  const marker = `jail-marker-${process.pid}`;
  const tcp = await listen(closing, { port: 0, host: '::' });
  await listen(closing, { path: join(folder, 'unix') });
  await chmod(join(folder, 'unix'), 0o777);
  await listen(closing, { path: `\0${abstractName}` });
  const address = tcp.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { folder, marker, port: address.port, script };
}

async function listen(closing: RunStack, at: { port?: number; host?: string; path?: string }): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void server.listen(at, () => resolve()));
  closing.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return server;
}

/** A process of the same user, with a setting that no other process may see. */
function startVictim(closing: RunStack, { user }: Way, marker: string): number {
  const env = { PATH: '/usr/bin:/bin', SANDBOX_CANARY: 'of the victim' };
  const child = spawn('bash', ['-c', `exec -a ${marker} sleep 600`], { uid: user, gid: user, env, stdio: 'ignore' });
  closing.defer(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

type Trying = { readonly way: Way; readonly shape: Shape; readonly escape: string };

/** On a busy machine a limit may end a stand-in before it has tried. That proves nothing, so it tries once more. */
async function tryTwice(trying: Trying, world: World, victim: number): Promise<Attempt> {
  const first = await attempt(trying, world, victim);
  return untried.includes(first.got ?? '') ? attempt(trying, world, victim) : first;
}

async function attempt({ way, shape, escape }: Trying, world: World, victim: number): Promise<Attempt> {
  const { folder, marker, port } = world;
  const given = {
    port,
    socket: join(folder, 'unix'),
    abstract: abstractName,
    secret: join(folder, 'secret'),
    code: fileURLToPath(import.meta.url),
    marker: [...marker].toReversed().join(''),
    victim,
    writes: join(folder, 'written'),
    waits: shape === 'shell' ? '1' : '',
    root: '1',
  };
  const told = [escape, process.arch === 'arm64' ? '1' : '0', ...Object.entries(given).flat().map(String)];
  const fd = openSync(world.script, 'r+');
  const ran = await way.run(toProgram(shape, told, fd)).finally(() => closeSync(fd));
  const got = findOutside(world, escape) ?? (await findWritten(folder)) ?? findSaid(ran?.output, escape);
  await writeFile(world.script, hostile);
  return { escape, shape, way: way.name, got };
}

function toProgram(shape: Shape, told: readonly string[], fd: number): Confined {
  const signal = AbortSignal.timeout(30_000);
  if (shape === 'pdftotext') return { ...usual, command: 'perl', args: [givenFile, ...told], fd, signal };
  if (shape === 'tesseract') return { ...usual, command: 'perl', args: ['-', ...told], input: hostile, signal };
  const line = 'cat > "$SCRATCH/0.pdf"; perl "$SCRATCH/0.pdf" "$@"';
  return {
    ...usual,
    command: 'sh',
    args: ['-c', line, 'sh', ...told],
    input: hostile,
    scratchBytes: 1_048_576,
    signal,
  };
}

const untried = ['not run', 'not tried'];

/** The stand-in's own report. One without a report was ended by a limit, or never ran. */
function findSaid(output: Buffer | undefined, escape: string): string | undefined {
  if (output === undefined) return untried[0];
  const end = output.subarray(-300).toString('latin1');
  const [, got] = /\nescaped: (.+)\n$/.exec(end) ?? [];
  if (got !== undefined) return got;
  return end.endsWith('\nheld\n') || endedByLimits.has(escape) ? undefined : untried[1];
}

/** Processes that outlive their program, seen from outside. */
function findOutside({ marker }: World, escape: string): string | undefined {
  if (escape !== 'outliving') return undefined;
  const lives = readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${marker}-outlived`);
    } catch {
      return false;
    }
  });
  return lives ? 'still there' : undefined;
}

async function findWritten(folder: string): Promise<string | undefined> {
  const written = (await readdir(folder)).filter((name) => name.startsWith('written'));
  for (const name of written) await rm(join(folder, name));
  return written.length === 0 ? undefined : 'wrote a file';
}

export const instrument: Instrument<Fault> = { faults, run: tryEscapes };
