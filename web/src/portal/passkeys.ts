import type { Body } from './api.ts';
import { request } from './request.ts';

/** True for browsers that can parse the options as sent, which all have been able to since 2025. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The browser's messages describe its own dialog; these messages tell the user what to do. */
export async function askForPasskey<T extends Credential>(asked: Promise<Credential | null>): Promise<T> {
  try {
    const credential = await asked;
    if (credential === null) throw new Error('No passkey was chosen.');
    return credential as T;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') throw new Error('The passkey request was canceled or timed out.', { cause: error });
    if (name === 'InvalidStateError')
      throw new Error('This device already has a passkey for your account.', { cause: error });
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
