import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

type Stat = { readonly pid: number; readonly parent: number; readonly ownMs: number; readonly reapedMs: number };

/** The kernel counts processor time in hundredths of a second on this machine. */
const msPerTick = 10;

/** Every process, by pid; one that ends meanwhile is left out. */
function readProcesses(): Map<number, Stat> {
  const processes = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(Number(name));
    if (stat !== undefined) processes.set(stat.pid, stat);
  }
  return processes;
}

function readStat(pid: number): Stat | undefined {
  try {
    // The second field is the program's name in parentheses and may contain spaces, so counting starts after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = (index: number) => Number(fields[index]) * msPerTick;
    return { pid, parent: Number(fields[1]), ownMs: ticks(11) + ticks(12), reapedMs: ticks(13) + ticks(14) };
  } catch {
    return undefined;
  }
}

export function childrenOf(pid: number): number[] {
  return [...readProcesses().values()].filter((stat) => stat.parent === pid).map((stat) => stat.pid);
}

/** A process and all its living descendants. */
export function familyOf(pid: number): number[] {
  const processes = [...readProcesses().values()];
  const family = [pid];
  // The array grows during the loop.
  for (const member of family) family.push(...processes.flatMap((stat) => (stat.parent === member ? [stat.pid] : [])));
  return family;
}

/** The title that a process sets, as PostgreSQL's do; empty if the process is gone. */
export function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export const isAlive = (pid: number): boolean => readStat(pid) !== undefined;

/** Processor time of a process and all its descendants, including ended ones. */
export function cpuOfTree(root: number): number {
  const processes = readProcesses();
  const total = (stat: Stat): number => {
    let sum = stat.ownMs + stat.reapedMs;
    for (const child of processes.values()) if (child.parent === stat.pid) sum += total(child);
    return sum;
  };
  const stat = processes.get(root);
  return stat === undefined ? 0 : total(stat);
}

type MachineTime = { readonly atMs: number; readonly busyMs: number; readonly stolenMs: number };

/** Processor time of the whole machine, and the time that its host used for others. */
export function readMachine(): MachineTime {
  const line = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '';
  const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = line.split(/\s+/).map(Number);
  return { atMs: performance.now(), busyMs: (user + nice + system) * msPerTick, stolenMs: steal * msPerTick };
}

export type Disturbance = { readonly foreign: number; readonly stolen: number };

export const notOurs = ({ foreign, stolen }: Disturbance): number => foreign + stolen;

/** Shares of the machine used by processes outside our tree, and by the host, between two readings. */
export function disturbance(before: MachineTime, after: MachineTime, ourMs: number): Disturbance {
  const capacity = (after.atMs - before.atMs) * availableParallelism();
  return {
    foreign: Math.max(0, (after.busyMs - before.busyMs - ourMs) / capacity),
    stolen: (after.stolenMs - before.stolenMs) / capacity,
  };
}
