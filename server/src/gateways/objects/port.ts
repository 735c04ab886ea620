import type { Readable } from 'node:stream';

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
  /** Where objects are stored, for the operator; throws when nothing can be stored there. */
  check(): Promise<string>;
  close(): void;
};

const keyForm = /^[\w.-]+(\/[\w.-]+){0,7}$/;

/** Keys are made by us; an invalid one is a bug of ours. */
export function requireKey(key: string): string {
  if (!keyForm.test(key) || key.split('/').some((part) => /^\.+$/.test(part)) || key.length > 512)
    throw new Error('an object key is not of the agreed form');
  return key;
}
