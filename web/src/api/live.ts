import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { request } from './request.ts';
import { isSignedOut } from './session.ts';

export type LiveState = {
  readonly state: 'connecting' | 'live' | 'cut off' | 'paused';
  readonly heardAt: number;
  /** How often the service was reached after it was not: a reason to try again what failed. */
  readonly openings: number;
};

let current: LiveState = { state: 'connecting', heardAt: Date.now(), openings: 0 };
const watchers = new Set<() => void>();

function set(state: LiveState['state'], heard = true): void {
  current = { ...current, state, heardAt: heard ? Date.now() : current.heardAt };
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

/** Whether whatever asks by itself rests: nobody touched the board, or nobody is signed in. */
export const isResting = (): boolean => current.state === 'paused' || isSignedOut();

/** Nobody touched the board for so long: it stops asking, so that a forgotten screen is signed out like any other. */
const idleMs = 20 * 60_000;
/** A stream is heard of every fifteen seconds; what is silent for so long is cut off, whatever the browser believes. */
export const silentMs = 40_000;
const lookMs = 5_000;
/** How soon a stream that the service refused is asked for again. */
const pausesMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** Keeps the board up to date while somebody is there; gives the way to stop. */
export function goLive(queries: QueryClient): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let touchedAt = Date.now();
  const close = (): void => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    close();
    if (current.state === 'paused') set('connecting', false);
    source = openStream(queries, {
      onHeard: () => (failures = 0),
      onRefused: () => {
        close();
        // A browser does not say why; whether the session is over, an ordinary question tells.
        void request('/me').catch(() => undefined);
        again = setTimeout(open, pausesMs[Math.min(failures, pausesMs.length - 1)]);
        failures += 1;
      },
    });
  };
  const touch = (): void => {
    touchedAt = Date.now();
    if (current.state === 'paused') open();
  };
  const look = setInterval(() => {
    const now = Date.now();
    if (current.state !== 'paused' && now - touchedAt >= idleMs) {
      close();
      set('paused', false);
    } else if (current.state === 'live' && now - current.heardAt > silentMs) {
      set('cut off', false);
      open();
    }
  }, lookMs);
  const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
  for (const kind of kinds) window.addEventListener(kind, touch, { passive: true });
  window.addEventListener('online', open);
  open();
  return () => {
    clearInterval(look);
    window.removeEventListener('online', open);
    for (const kind of kinds) window.removeEventListener(kind, touch);
    close();
  };
}

type Heard = { onHeard(): void; onRefused(): void };

function openStream(queries: QueryClient, { onHeard, onRefused }: Heard): EventSource {
  const source = new EventSource('/api/staff/v1/stream');
  const heard = (): void => {
    onHeard();
    set('live');
  };
  source.addEventListener('open', () => {
    current = { ...current, openings: current.openings + 1 };
    heard();
  });
  source.addEventListener('beat', heard);
  source.addEventListener('error', () => {
    set('cut off', false);
    // A connection that broke is opened anew by the browser; one that was answered with an error is not.
    if (source.readyState === EventSource.CLOSED) onRefused();
  });
  source.addEventListener('reset', () => {
    heard();
    for (const name of ['columns', 'case', 'load']) void queries.invalidateQueries({ queryKey: [name] });
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    heard();
    const { cases } = JSON.parse(event.data) as { cases: readonly string[] };
    void queries.invalidateQueries({ queryKey: ['columns'] });
    for (const id of cases) void queries.invalidateQueries({ queryKey: ['case', id] });
  });
  return source;
}
