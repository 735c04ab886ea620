import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

type ChildWatch = {
  /** The peak memory of any descendant process, and how many are still running. */
  stop(): { readonly peakMb: number; readonly left: number };
};

/** Often enough to see every process that lives a tenth of a second. */
const everyMs = 50;

/** Watches every descendant of this process, or of the given one; the system itself records the peak of each. */
export function watchChildren(root = process.pid): ChildWatch {
  let peakKb = 0;
  const look = () => {
    const all = descendants(root);
    for (const pid of all) peakKb = Math.max(peakKb, peakOf(pid));
    return all.length;
  };
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      const left = look();
      return { peakMb: Math.round(peakKb / 1024), left };
    },
  };
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (const queue = [root]; queue.length > 0;) {
    const next = children.get(queue.pop() ?? 0) ?? [];
    found.push(...next);
    queue.push(...next);
  }
  return found;
}

/** Undefined if it has ended meanwhile, and for a browser that an earlier test file of this process left running. */
function parentOf(pid: string): number | undefined {
  try {
    // The name is in brackets and can contain anything.
    const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return parent === undefined || name.startsWith('chrom') ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The open files of a process, as the system names them; a file without a name ends with "(deleted)". */
export function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
