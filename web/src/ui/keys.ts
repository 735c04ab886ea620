import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What keys do here; undefined where the key does nothing now. `Ctrl+Enter` works in fields too. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const setting = 'board.single-keys';
const watchers = new Set<() => void>();
const areOn = (): boolean => localStorage.getItem(setting) !== 'off';

/** Keys are named beside what they do only while they do it. */
function showHints(): void {
  document.documentElement.dataset['keys'] = areOn() ? 'on' : 'off';
  for (const watcher of watchers) watcher();
}

/** Single keys can be switched off, for whoever dictates or presses keys by accident (WCAG 2.1.4). */
export function switchKeys(on: boolean): void {
  localStorage.setItem(setting, on ? 'on' : 'off');
  showHints();
}

showHints();
// Another tab of the same person switched them.
window.addEventListener('storage', ({ key }) => key === setting && showHints());

export const useKeysOn = (): boolean =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, areOn);

export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** The name of a key that stands alone and is meant for the board; undefined for what belongs to somebody else. */
function singleKey(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !areOn() || takesText(event.target)) return undefined;
  // Enter and space belong to whatever has the focus.
  const pressing = event.target instanceof HTMLElement && event.target.closest('button, a, summary') !== null;
  if (pressing && (event.key === 'Enter' || event.key === ' ')) return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Listens for keys while nobody is typing and no dialog is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.repeat || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      const together = (event.ctrlKey || event.metaKey) && event.key === 'Enter';
      const action = latest.current[together ? 'Ctrl+Enter' : (singleKey(event) ?? '')];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
