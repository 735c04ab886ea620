import type { Readable } from 'node:stream';

export type NewObject = {
  /** Slashes part it; letters, digits, `_`, `-` and `.` are in it, and nothing else. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Ends the attempt early. */
  readonly signal?: AbortSignal | undefined;
};

export type KeptObject = { readonly sizeBytes: number; readonly content: Readable };

/** Files by key. What is there is never changed: a key names one content until it is removed. Failures are GatewayErrors. */
export type ObjectStore = {
  /** Resolves when the object is there for good; `exists` when it was there before, whoever put it. */
  create(object: NewObject): Promise<'created' | 'exists'>;
  /** Undefined when there is no such object. */
  find(key: string): Promise<KeptObject | undefined>;
  /** Resolves when there is no such object, whether or not there was one. */
  delete(key: string): Promise<void>;
  /** Where objects go, for the operator; throws when nothing can be kept there. */
  check(): Promise<string>;
  close(): void;
};

const keyForm = /^[\w.-]+(\/[\w.-]+){0,7}$/;

/** Keys are made by us; one that leads elsewhere is a mistake of ours. */
export function requireKey(key: string): string {
  if (!keyForm.test(key) || key.split('/').some((part) => /^\.+$/.test(part)) || key.length > 512)
    throw new Error('an object key is not of the agreed form');
  return key;
}
