import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assembleFilter } from './rules.ts';
import { type Architecture, architectures, guardedCalls, scratchCalls, usualCalls, wallCalls } from './syscall-data.ts';

const allowed = 0x7f_ff_00_00;
const noSuchCall = 0x00_05_00_26;
const ended = 0x80_00_00_00;

type Call = { readonly number: number; readonly args?: readonly number[]; readonly architecture?: number };

/** Runs a filter as the kernel does, with only the instructions that our filters use. */
function judge(filter: Buffer, { number, args = [], architecture = 0 }: Call): number {
  const seen = Buffer.alloc(64);
  seen.writeUInt32LE(number, 0);
  seen.writeUInt32LE(architecture, 4);
  args.forEach((value, index) => seen.writeUInt32LE(value, 16 + 8 * index));
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, yes, no] = [filter.readUInt16LE(at), filter.readUInt8(at + 2), filter.readUInt8(at + 3)];
    const value = filter.readUInt32LE(at + 4);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = seen.readUInt32LE(value);
    else if (code === 0x54) loaded = (loaded & value) >>> 0;
    else if (code === 0x15) at += 8 * (loaded === value ? yes : no);
    else if (code === 0x35) at += 8 * (loaded >= value ? yes : no);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('a filter must give a verdict');
}

const both = ['x64', 'arm64'] as const satisfies readonly Architecture[];

describe.each(both)('the system call filter on %s', (architecture) => {
  const of = (scratch: boolean) => {
    const filter = assembleFilter(architecture, { scratch });
    return (number: number, ...args: number[]) =>
      judge(filter, { number, args, architecture: architectures[architecture] });
  };
  const [program, shell] = [of(false), of(true)];
  const { clone, fcntl, ioctl, prlimit64 } = guardedCalls;

  it('lets a program compute and read, and nothing that is not named', () => {
    const named = new Set(Object.values(usualCalls).map((numbers) => numbers[architecture]));
    const guarded = new Set<number>(Object.values(guardedCalls).map((numbers) => numbers[architecture]));
    for (let number = 0; number < 600; number += 1)
      if (!guarded.has(number))
        expect([number, program(number)]).toEqual([number, named.has(number) ? allowed : noSuchCall]);
    for (const numbers of Object.values(wallCalls)) expect(program(numbers[architecture])).toBe(noSuchCall);
  });

  it('the filter ends a program that uses another ABI', () => {
    const filter = assembleFilter(architecture, { scratch: true });
    expect(judge(filter, { number: 1, architecture: 0x40_00_00_03 })).toBe(ended);
    expect(shell(0x40_00_00_01)).toBe(ended);
  });

  it('the filter allows threads, other programs for a shell line, and no namespace', () => {
    const [thread, child, newUser, newNetwork] = [0x3d_0f_00, 0x01_20_00_11, 0x10_00_00_11, 0x40_00_00_11];
    expect(program(clone[architecture], thread)).toBe(allowed);
    expect(program(clone[architecture], child)).toBe(noSuchCall);
    expect(shell(clone[architecture], child)).toBe(allowed);
    // The last is CLONE_PARENT: its child would be ours, which we never wait for.
    for (const flags of [newUser, newNetwork, 0x02_00_00, 0x80, 0x80_11])
      expect([shell(clone[architecture], flags), program(clone[architecture], flags | 0x01_00_00)]).toEqual([
        noSuchCall,
        noSuchCall,
      ]);
    for (const numbers of Object.values(scratchCalls))
      if (numbers[architecture] !== undefined)
        expect([program(numbers[architecture]), shell(numbers[architecture])]).toEqual([noSuchCall, allowed]);
  });

  it('the filter allows duplicating a descriptor, but not naming the process that gets its signals', () => {
    const [duplicate, setOwner, setSignal, setOwnerEx, setLease, notify] = [0, 8, 10, 15, 1024, 1026];
    for (const filter of [program, shell]) {
      expect(filter(fcntl[architecture], 1, duplicate)).toBe(allowed);
      for (const command of [setOwner, setSignal, setOwnerEx, setLease, notify])
        expect([command, filter(fcntl[architecture], 3, command)]).toEqual([command, noSuchCall]);
    }
  });

  it('the filter allows querying a terminal but not typing into it, and changing only its own limits', () => {
    expect(program(ioctl[architecture], 0, 0x54_01)).toBe(allowed);
    expect(program(ioctl[architecture], 0, 0x54_12)).toBe(noSuchCall);
    expect(program(prlimit64[architecture], 0)).toBe(allowed);
    expect(program(prlimit64[architecture], 4711)).toBe(noSuchCall);
  });
});

/** From the package linux-libc-dev; the generic numbers are those of arm64. */
const headers = { x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h', arm64: '/usr/include/asm-generic/unistd.h' };

it.each(both.filter((architecture) => existsSync(headers[architecture])))(
  'the call numbers of %s are those of the kernel',
  (architecture) => {
    const found = readFileSync(headers[architecture], 'utf8').matchAll(/__NR(?:3264)?_(\w+) (\d+)/g);
    const numbers = new Map([...found].map(([, name = '', number]) => [name, Number(number)]));
    // The generic table has an older name for it.
    const fstatat = numbers.get('fstatat');
    if (fstatat !== undefined) numbers.set('newfstatat', fstatat);
    const ours = { ...usualCalls, ...scratchCalls, ...guardedCalls, ...wallCalls };
    for (const [name, call] of Object.entries(ours))
      expect([name, call[architecture as keyof typeof call]]).toEqual([name, numbers.get(name)]);
  },
);
