import { architectures, guardedCalls, scratchCalls, usualCalls, type Architecture } from './syscall-data.ts';

// A system call filter (seccomp) for the programs that read documents, assembled here: 8 bytes an instruction, in the
// kernel's format. Both architectures are little-endian.

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** Offsets in the kernel's data for a filter: the number, the architecture, and the lower halves of the arguments. */
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const and = (mask: number): Instruction => [0x54, 0, 0, mask];
const skipUnlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value];
const skipIfEqual = (value: number, skip: number): Instruction => [0x15, skip, 0, value];
const skipUnlessAtLeast = (value: number, skip: number): Instruction => [0x35, 0, skip, value];
const give = (value: number): Instruction => [0x06, 0, 0, value];

const allow = give(0x7f_ff_00_00);
/** A program falls back to its older behavior without such a call, or reports that it cannot. */
const noSuchCall = give(0x00_05_00_00 | 38);
const end = give(0x80_00_00_00);

/** Beyond it are calls of another ABI of the same processor (x32). */
const otherAbi = 0x40_00_00_00;

/** All namespaces that `clone` can make. */
const newNamespaces = 0x7e_02_00_80;
/** A process made with CLONE_PARENT would be our child that we never wait for: a zombie for as long as we run. */
const asSibling = 0x00_00_80_00;
const asThread = 0x00_01_00_00;
/** Requests to terminals and files; typing into a terminal (TIOCSTI) is not among them. */
const ioctls = [0x54_01, 0x54_13, 0x54_1b];
/** Duplicates and flags. F_SETOWN with F_SETSIG would send any signal, SIGKILL too, to any process of the same user. */
const fcntls = [0, 1, 2, 3, 4, 1030];

const whenCalled = (number: number | undefined, then: readonly Instruction[]): readonly Instruction[] =>
  number === undefined ? [] : [skipUnlessEqual(number, then.length), ...then];

const whenSecondIs = (values: readonly number[]): readonly Instruction[] => [
  load(argumentAt(1)),
  ...values.flatMap((value) => [skipUnlessEqual(value, 1), allow]),
  noSuchCall,
];

/** A filter for a program; one with its own directory may also start others. */
export function assembleFilter(architecture: Architecture, { scratch }: { readonly scratch: boolean }): Buffer {
  const usual = Object.values({ ...usualCalls, ...(scratch ? scratchCalls : {}) });
  const { clone, fcntl, ioctl, prlimit64 } = guardedCalls;
  const refused = newNamespaces | asSibling;
  const [mask, wanted] = scratch ? [refused, 0] : [refused | asThread, asThread];
  const instructions: readonly Instruction[] = [
    load(architectureAt),
    skipIfEqual(architectures[architecture], 1),
    end,
    load(numberAt),
    skipUnlessAtLeast(otherAbi, 1),
    end,
    ...usual.flatMap((numbers) => whenCalled(numbers[architecture], [allow])),
    ...whenCalled(clone[architecture], [load(argumentAt(0)), and(mask), skipUnlessEqual(wanted, 1), allow, noSuchCall]),
    // A program may lower its own limits; those of other processes of the same user are blocked.
    ...whenCalled(prlimit64[architecture], [load(argumentAt(0)), skipUnlessEqual(0, 1), allow, noSuchCall]),
    ...whenCalled(ioctl[architecture], whenSecondIs(ioctls)),
    ...whenCalled(fcntl[architecture], whenSecondIs(fcntls)),
    noSuchCall,
  ];
  return Buffer.concat(instructions.map(toBytes));
}

function toBytes([code, whenTrue, whenFalse, value]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
