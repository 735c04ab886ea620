import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type ChildWatch = {
  /** The largest any process begun by this one has been, and how many there still are. */
  stop(): { readonly peakMb: number; readonly left: number };
};

/** Often enough that no process of a tenth of a second goes unseen. */
const everyMs = 50;

/** Watches every process that descends from this one, or from the one named; the system itself keeps the peak of each. */
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

/** Undefined when it has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    // The name is in brackets and can have anything in it.
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return parent === undefined ? undefined : Number(parent);
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

/** What a process has open, as the system names it; a file without a name ends with "(deleted)". */
export function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
