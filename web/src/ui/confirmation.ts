import { ApiError } from '#lib/http.ts';

/** Asked by the page's dialog; resolves to whether the user confirmed their identity. */
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

/** If a call requires the user to confirm their identity, asks for it and sends the call once more. */
export async function retryConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'fresh_code_required';
    if (asks && (await askToConfirm())) return send();
    throw error;
  }
}
