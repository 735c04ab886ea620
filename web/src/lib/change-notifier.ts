import { useSyncExternalStore } from 'react';

/** Re-renders components when state that lives outside React changes: module variables or browser storage. */
export function createChangeNotifier() {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    /** `read` must return the same object while nothing changed (see useSyncExternalStore). */
    useSnapshot: <T>(read: () => T): T => useSyncExternalStore(subscribe, read),
  };
}
