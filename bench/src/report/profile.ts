// Reads what `node --cpu-prof` wrote: where the processor time of a process went, function by function.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type CallFrame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };

type CpuProfile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
};

export type SelfTime = { readonly name: string; readonly share: number };

/** The one profile in the directory. */
export function readProfile(directory: string): CpuProfile {
  const [file] = readdirSync(directory).filter((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('the process left no profile');
  return JSON.parse(readFileSync(join(directory, file), 'utf8')) as CpuProfile;
}

type ProfileView = {
  /** What to add up by. */
  readonly group: (frame: CallFrame) => string;
  /** Start-up and warm-up are left out. */
  readonly skipMs: number;
};

/** Shares of the busy time, largest first. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile, { group, skipMs }: ProfileView): SelfTime[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let elapsed = 0;
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const delta = Math.max(0, timeDeltas[index] ?? 0);
    elapsed += delta;
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === '(idle)' || elapsed < skipMs * 1000) continue;
    busy += delta;
    const name = group(frame);
    times.set(name, (times.get(name) ?? 0) + delta);
  }
  return [...times].map(([name, time]) => ({ name, share: time / busy })).sort((one, other) => other.share - one.share);
}

/** `query (pg/lib/client.js:670)`. */
export function byFunction({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} (${shortPath(url)}:${lineNumber + 1})`;
}

/** The package, `node` itself, or our own layer. */
export function byPackage({ functionName, url }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native functions';
  if (url.startsWith('node:')) return 'node';
  const path = shortPath(url);
  const parts = path.split('/');
  return path.startsWith('@') || path.startsWith('src/') ? parts.slice(0, 2).join('/') : (parts[0] ?? path);
}

const shortPath = (url: string): string => url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/server\//, '');
