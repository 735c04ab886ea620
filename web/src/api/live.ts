import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export type LiveState = { readonly state: 'connecting' | 'live' | 'cut off' | 'paused'; readonly heardAt: number };

let current: LiveState = { state: 'connecting', heardAt: Date.now() };
const watchers = new Set<() => void>();

function set(state: LiveState['state'], heard = true): void {
  current = { state, heardAt: heard ? Date.now() : current.heardAt };
  for (const watcher of watchers) watcher();
}

export const useLive = (): LiveState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current,
  );

/** Whether the board rests because nobody touched it: whatever asks by itself rests too. */
export const isResting = (): boolean => current.state === 'paused';

/** Nobody touched the board for so long: it stops asking, so that a forgotten screen is signed out like any other. */
const idleMs = 20 * 60_000;

/** Keeps the board up to date while somebody is there; gives the way to stop. */
export function goLive(queries: QueryClient): () => void {
  let source: EventSource | undefined;
  let touchedAt = Date.now();
  const open = (): void => {
    source = new EventSource('/api/staff/v1/stream');
    source.addEventListener('open', () => set('live'));
    source.addEventListener('beat', () => set('live'));
    source.addEventListener('error', () => set('cut off', false));
    source.addEventListener('reset', () => {
      set('live');
      void queries.invalidateQueries({ queryKey: ['columns'] });
      void queries.invalidateQueries({ queryKey: ['case'] });
      void queries.invalidateQueries({ queryKey: ['load'] });
    });
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      set('live');
      const { cases } = JSON.parse(event.data) as { cases: readonly string[] };
      void queries.invalidateQueries({ queryKey: ['columns'] });
      for (const id of cases) void queries.invalidateQueries({ queryKey: ['case', id] });
    });
  };
  const touch = (): void => {
    touchedAt = Date.now();
    if (source === undefined) open();
  };
  const watch = setInterval(() => {
    if (source === undefined || Date.now() - touchedAt < idleMs) return;
    source.close();
    source = undefined;
    set('paused', false);
  }, 30_000);
  const kinds = ['pointerdown', 'keydown', 'wheel'] as const;
  for (const kind of kinds) window.addEventListener(kind, touch, { passive: true });
  open();
  return () => {
    clearInterval(watch);
    for (const kind of kinds) window.removeEventListener(kind, touch);
    source?.close();
  };
}
