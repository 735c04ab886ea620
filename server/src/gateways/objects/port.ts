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
  /** Resolves when the object is durable; `exists` when it was there before, whoever put it. */
  create(object: NewObject): Promise<'created' | 'exists'>;
  /** Undefined when there is no such object. */
  find(key: string): Promise<StoredObject | undefined>;
  /** Resolves when there is no such object, whether or not there was one. */
  delete(key: string): Promise<void>;
  /** The keys of all objects, in no order. */
  list(): AsyncIterable<string>;
  /** How many bytes may still be put; undefined where nobody can say. Negative when less is free than must be. */
  freeBytes(): Promise<number | undefined>;
  /** Where objects are stored, for the operator; throws when nothing can be stored there. */
  check(): Promise<string>;
  close(): void;
};

/** HTTP's own status for it, so that a store and a directory say the same. */
const fullCode = 507;

/** Nothing more can be put until somebody makes space. */
export const objectsFull = (cause?: unknown): GatewayError =>
  new GatewayError('unavailable', 'there is no space for another object', { cause, responseCode: fullCode });

export const isObjectsFull = (error: unknown): boolean =>
  error instanceof GatewayError && error.responseCode === fullCode;

const keyForm = /^[\w.-]+(\/[\w.-]+){0,7}$/;

/** Keys are made by us; an invalid one is a bug of ours. */
export function requireKey(key: string): string {
  if (!keyForm.test(key) || key.split('/').some((part) => /^\.+$/.test(part)) || key.length > 512)
    throw new Error('an object key is not of the agreed form');
  return key;
}
