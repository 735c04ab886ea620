import type { Readable } from 'node:stream';
import { GatewayError } from '#platform/errors';

export type NewObject = {
  /** Separated by slashes; only letters, digits, `_`, `-` and `.`. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal | undefined;
};

export type StoredObject = { readonly sizeBytes: number; readonly content: Readable };

/** Files by key. An object never changes: a key has one content until it is removed. Failures are GatewayErrors. */
export type ObjectStore = {
  /** Resolves when the object is durable; `exists` when it already was, whoever put it. */
  create(object: NewObject): Promise<'created' | 'exists'>;
  /** Undefined when the object does not exist. */
  find(key: string): Promise<StoredObject | undefined>;
  /** Resolves when the object is gone, whether or not it existed. */
  delete(key: string): Promise<void>;
  /** The keys of all objects, in no order. */
  list(): AsyncIterable<string>;
  /** How many bytes may still be put; undefined where this is unknown. Negative when less is free than required. */
  freeBytes(): Promise<number | undefined>;
  /** Describes for the operator where objects are stored; throws when nothing can be stored there. */
  check(): Promise<string>;
  close(): void;
};

/** HTTP's own status for it, so that a bucket and a directory report the same. */
const fullCode = 507;

/** Nothing more can be put until an operator makes space. */
export const objectsFull = (cause?: unknown): GatewayError =>
  new GatewayError('unavailable', 'there is no space for another object', { cause, responseCode: fullCode });

export const isObjectsFull = (error: unknown): boolean =>
  error instanceof GatewayError && error.responseCode === fullCode;

const keyForm = /^[\w.-]+(\/[\w.-]+){0,7}$/;

/** We make all keys, so an invalid one is a bug. */
export function requireKey(key: string): string {
  if (!keyForm.test(key) || key.split('/').some((part) => /^\.+$/.test(part)) || key.length > 512)
    throw new Error('an object key is not of the agreed form');
  return key;
}
