import { request } from './request.ts';

type Options = { readonly options: Record<string, unknown> };

/** Browsers that read the options as they are sent; all of 2025 on do. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** What the browser says is about its own dialog; these words are about what to do. */
async function ask<T extends Credential>(asked: Promise<Credential | null>): Promise<T> {
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

async function show(path: string): Promise<{ credential: unknown }> {
  const { options } = await request<Options>(`${path}-options`, { method: 'POST' });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const shown = await ask<PublicKeyCredential>(navigator.credentials.get({ publicKey }));
  return { credential: shown.toJSON() };
}

export async function signInWithPasskey(): Promise<void> {
  await request('/sign-in/passkey', { method: 'POST', body: await show('/sign-in/passkey') });
}

export async function confirmWithPasskey(): Promise<void> {
  await request('/session/fresh/passkey', { method: 'POST', body: await show('/session/fresh/passkey') });
}

export async function registerPasskey(label: string): Promise<void> {
  const { options } = await request<Options>('/passkeys/options', { method: 'POST' });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await ask<PublicKeyCredential>(navigator.credentials.create({ publicKey }));
  await request('/passkeys', { method: 'POST', body: { label, credential: made.toJSON() } });
}
