import type { Response } from '#portal/api.ts';

export type Key = Response<'GET /keys'>['data'][number];
export type Credential = Response<'GET /credentials'>['data'][number];
export type Uploaded = Response<'POST /credentials'>;

/** What is being done with one of the keys. */
export type KeyTask = { readonly kind: 'rotate' | 'change'; readonly id: string };

/** What a key is called on the page: its label, or the characters that it begins with. */
export const nameOf = ({ label, key_prefix: prefix }: Key): string => label ?? `${prefix}…`;

export const nameOfCredential = ({ label, id }: Credential): string => label ?? id;

export const roleWords = { full: 'reads and changes', read_only: 'only reads' } as const;

export const algorithmWords = { ed25519: 'Ed25519', 'ecdsa-p256-sha256': 'P-256' } as const;
