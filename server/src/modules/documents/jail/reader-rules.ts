// The protocol between our processes and the process `document-parser`: HTTP over a local socket. The request has the program in a
// header and the file and the input as its body; the response has the result in a header, and the output as its body.
import type { Confined, Ran } from './run-limited.ts';
import { walls } from './wall-data.ts';

export const programHeader = 'makewhole-program';
export const ranHeader = 'makewhole-ran';

/** Ten reports of the largest size, and our own pages before them. */
export const bodyMaxBytes = 256 * 1024 * 1024;

/** A program in its transmitted form; inherited and aborted parts are handled separately. */
export type SentProgram = Pick<Confined, 'command' | 'args' | 'cpuS' | 'wallMs' | 'maxBytes' | 'scratchBytes'> & {
  /** The first bytes of the body are the file, the others the input; undefined for no file. */
  readonly fileBytes: number | undefined;
  readonly inputBytes: number | undefined;
};

export type SentRan = Pick<Ran, 'ok' | 'late' | 'complaint' | 'wall'>;

export const encodeHeader = (value: SentProgram | SentRan): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const isCount = (value: unknown, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;

/** Undefined for an invalid program or one over its bounds; all of our programs are below them. */
export function decodeProgram(header: unknown): SentProgram | undefined {
  const sent = decode(header) as Partial<Record<keyof SentProgram, unknown>> | undefined;
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { command, args, cpuS, wallMs, maxBytes, scratchBytes, fileBytes, inputBytes } = sent;
  const texts = [command, ...(Array.isArray(args) ? args : [undefined])];
  const isWhole =
    texts.every((text) => typeof text === 'string' && text.length <= 8192 && !text.includes('\0')) &&
    isCount(cpuS, 120) &&
    isCount(wallMs, 120_000) &&
    [maxBytes, scratchBytes ?? 0].every((bytes) => isCount(bytes, 1024 * 1024 * 1024)) &&
    [fileBytes ?? 0, inputBytes ?? 0].every((bytes) => isCount(bytes, bodyMaxBytes));
  return isWhole ? (sent as SentProgram) : undefined;
}

export function decodeRan(header: unknown): SentRan | undefined {
  const sent = decode(header) as Partial<SentRan> | undefined;
  if (typeof sent?.ok !== 'boolean' || typeof sent.late !== 'boolean' || typeof sent.complaint !== 'string')
    return undefined;
  const wall = walls.find((one) => one === sent.wall);
  return { ok: sent.ok, late: sent.late, complaint: sent.complaint, wall };
}

function decode(header: unknown): unknown {
  if (typeof header !== 'string') return undefined;
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
