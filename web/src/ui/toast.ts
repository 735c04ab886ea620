import { createChangeNotifier } from '#lib/change-notifier.ts';

export type Toast = { readonly text: string; readonly isError: boolean };

const visibleMs = 6_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = createChangeNotifier();

export const useToast = (): Toast | undefined => changes.useSnapshot(() => current);

/**
 * Shows a message, replacing the previous one. Success disappears automatically; an error stays until it is dismissed.
 */
export function toast(text: string, isError = false): void {
  clearTimeout(timer);
  current = { text, isError };
  changes.notify();
  if (!isError) timer = setTimeout(dismiss, visibleMs);
}

export function dismiss(): void {
  clearTimeout(timer);
  current = undefined;
  changes.notify();
}
