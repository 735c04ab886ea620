import type { Body } from './api.ts';
import { request } from './request.ts';

/** Browsers that read the options as they are sent; all of 2025 on do. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** What the browser says is about its own dialog; these words are about what to do. */
export async function askForPasskey<T extends Credential>(asked: Promise<Credential | null>): Promise<T> {
  try {
    const credential = await asked;
    if (credential === null) throw new Error('No passkey was chosen.');
    return credential as T;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') throw new Error('It was canceled, or took too long.', { cause: error });
    if (name === 'InvalidStateError')
      throw new Error('This device has a passkey for your account already.', { cause: error });
    throw error;
  }
}

type Shown = Body<'POST /sign-in/passkey'>;

async function show(
  optionsOf: 'POST /sign-in/passkey-options' | 'POST /session/fresh/passkey-options',
): Promise<Shown> {
  const { options } = await request(optionsOf);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const shown = await askForPasskey<PublicKeyCredential>(navigator.credentials.get({ publicKey }));
  return { credential: shown.toJSON() as Shown['credential'] };
}

export async function signInWithPasskey(): Promise<void> {
  await request('POST /sign-in/passkey', { body: await show('POST /sign-in/passkey-options') });
}

export async function confirmWithPasskey(): Promise<void> {
  await request('POST /session/fresh/passkey', { body: await show('POST /session/fresh/passkey-options') });
}
