import { ApiError } from '#lib/http.ts';

/** Asked by the dialog of the page; resolves to whether whoever sits there has confirmed that it is them. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

export function setConfirmDialog(dialog: Ask | undefined): void {
  ask = dialog;
}

let asking: Promise<boolean> | undefined;

/** One dialog for all calls that wait for it. */
export function askToConfirm(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => (asking = undefined));
  return asking;
}

/** Where whoever is signed in must confirm that it is them, they are asked, and the call is sent once more. */
export async function retryConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'fresh_code_required';
    if (asks && (await askToConfirm())) return send();
    throw error;
  }
}
