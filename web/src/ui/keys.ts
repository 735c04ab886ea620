import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What single keys do here; undefined where the key does nothing now. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const setting = 'board.single-keys';
const watchers = new Set<() => void>();
const areOn = (): boolean => localStorage.getItem(setting) !== 'off';

/** Single keys can be switched off, for whoever dictates or presses keys by accident (WCAG 2.1.4). */
export function switchKeys(on: boolean): void {
  localStorage.setItem(setting, on ? 'on' : 'off');
  for (const watcher of watchers) watcher();
}

export const useKeysOn = (): boolean =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, areOn);

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** Listens for single keys while nobody is typing and no dialog is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (!areOn() || takesText(event.target) || document.querySelector('[role="dialog"]') !== null) return;
      // Enter and space belong to whatever has the focus.
      const pressing = event.target instanceof HTMLElement && event.target.closest('button, a, summary') !== null;
      if (pressing && (event.key === 'Enter' || event.key === ' ')) return;
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
