import type { Response } from '#portal/api.ts';

export type Key = Response<'GET /keys'>['data'][number];
export type Credential = Response<'GET /credentials'>['data'][number];
export type Uploaded = Response<'POST /credentials'>;

/** The current task for one of the keys. */
export type KeyTask = { readonly kind: 'rotate' | 'change'; readonly id: string };

/** A key's name on the page: its label, or its first characters. */
export const nameOf = ({ label, key_prefix: prefix }: Key): string => label ?? `${prefix}…`;

export const nameOfCredential = ({ label, id }: Credential): string => label ?? id;

export const roleWords = { full: 'read and write', read_only: 'read-only' } as const;

export const algorithmWords = { ed25519: 'Ed25519', 'ecdsa-p256-sha256': 'P-256' } as const;
