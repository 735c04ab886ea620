import { useEffect, useRef } from 'react';
import { createChangeNotifier } from '#lib/change-notifier.ts';

/** Actions by key; undefined where the key does nothing at the moment. `Ctrl+Enter` works in text fields too. */
type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

const storageKey = 'board.single-keys';
const changes = createChangeNotifier();
const areEnabled = (): boolean => localStorage.getItem(storageKey) !== 'off';

/** Key hints next to buttons are shown only while shortcuts are enabled; styles.css reads the attribute. */
function applySetting(): void {
  document.documentElement.dataset['shortcuts'] = areEnabled() ? 'on' : 'off';
  changes.notify();
}

/** Single-key shortcuts can be turned off, for people who use speech input or press keys by accident (WCAG 2.1.4). */
export function setShortcutsEnabled(enabled: boolean): void {
  localStorage.setItem(storageKey, enabled ? 'on' : 'off');
  applySetting();
}

applySetting();
// Another tab of this browser may change the setting.
window.addEventListener('storage', ({ key }) => key === storageKey && applySetting());

export const useShortcutsEnabled = (): boolean => changes.useSnapshot(areEnabled);

export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** The name of a key pressed without modifiers outside text fields; undefined if the browser or a field handles it. */
function singleKeyOf(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !areEnabled() || isTextInput(event.target)) return undefined;
  // Enter and space activate the focused element.
  const onControl = event.target instanceof HTMLElement && event.target.closest('button, a, summary') !== null;
  if (onControl && (event.key === 'Enter' || event.key === ' ')) return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Runs shortcuts while mounted, except while the user types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.repeat || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const isCtrlEnter = (event.ctrlKey || event.metaKey) && event.key === 'Enter';
      const action = latest.current[isCtrlEnter ? 'Ctrl+Enter' : (singleKeyOf(event) ?? '')];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
