import type { QueryClient } from '@tanstack/react-query';
import { createChangeNotifier } from '#lib/change-notifier.ts';
import { request } from './request.ts';
import { isSignedOut } from './session.ts';

type LiveState = {
  readonly status: 'connecting' | 'live' | 'disconnected' | 'paused';
  readonly lastEventAt: number;
  /** How often the stream was connected; an increase is the moment to retry failed requests. */
  readonly connectCount: number;
};

let current: LiveState = { status: 'connecting', lastEventAt: Date.now(), connectCount: 0 };
const changes = createChangeNotifier();

function setStatus(status: LiveState['status'], lastEventAt = current.lastEventAt): void {
  current = { ...current, status, lastEventAt };
  changes.notify();
}

export const useLive = (): LiveState => changes.useSnapshot(() => current);

/** Background requests stop while the user is idle or signed out, so that they do not extend the session. */
export const isPollingPaused = (): boolean => current.status === 'paused' || isSignedOut();

/** Without input for this long, live updates pause, so that the session of an unattended screen expires. */
const idleMs = 20 * 60_000;
/** The stream sends a beat every 15 s; after this much silence it is dead, even if the browser reports it open. */
export const idleTimeoutMs = 40_000;
const checkIntervalMs = 5_000;
/** Delays before reconnecting after an error response to the stream request. */
const retryDelaysMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** Keeps the board up to date while the user is active; returns a function that stops it. */
export function startLiveUpdates(queries: QueryClient): () => void {
  let source: EventSource | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastInputAt = Date.now();
  const disconnect = (): void => {
    clearTimeout(retryTimer);
    source?.close();
    source = undefined;
  };
  const connect = (): void => {
    disconnect();
    if (current.status === 'paused') setStatus('connecting');
    source = connectStream(queries, {
      onEvent: () => (failures = 0),
      onRefused: () => {
        disconnect();
        // EventSource does not expose the HTTP status; an ordinary request finds out whether the session expired.
        void request('GET /me').catch(() => undefined);
        retryTimer = setTimeout(connect, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]);
        failures += 1;
      },
    });
  };
  const onInput = (): void => {
    lastInputAt = Date.now();
    if (current.status === 'paused') connect();
  };
  const checkTimer = setInterval(() => {
    const now = Date.now();
    if (current.status !== 'paused' && now - lastInputAt >= idleMs) {
      disconnect();
      setStatus('paused');
    } else if (current.status === 'live' && now - current.lastEventAt > idleTimeoutMs) {
      setStatus('disconnected');
      connect();
    }
  }, checkIntervalMs);
  const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
  for (const type of inputEvents) window.addEventListener(type, onInput, { passive: true });
  window.addEventListener('online', connect);
  connect();
  return () => {
    clearInterval(checkTimer);
    window.removeEventListener('online', connect);
    for (const type of inputEvents) window.removeEventListener(type, onInput);
    disconnect();
  };
}

type StreamHandlers = { onEvent(): void; onRefused(): void };

function connectStream(queries: QueryClient, { onEvent, onRefused }: StreamHandlers): EventSource {
  const source = new EventSource('/api/staff/v1/stream');
  const recordEvent = (): void => {
    onEvent();
    setStatus('live', Date.now());
  };
  source.addEventListener('open', () => {
    current = { ...current, connectCount: current.connectCount + 1 };
    recordEvent();
  });
  source.addEventListener('beat', recordEvent);
  source.addEventListener('error', () => {
    setStatus('disconnected');
    // The browser reconnects automatically after a lost connection, but not after an error response.
    if (source.readyState === EventSource.CLOSED) onRefused();
  });
  source.addEventListener('reset', () => {
    recordEvent();
    for (const name of ['columns', 'case', 'load', 'mine']) void queries.invalidateQueries({ queryKey: [name] });
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    recordEvent();
    const { cases } = JSON.parse(event.data) as { cases: readonly string[] };
    void queries.invalidateQueries({ queryKey: ['columns'] });
    void queries.invalidateQueries({ queryKey: ['mine'] });
    for (const id of cases) void queries.invalidateQueries({ queryKey: ['case', id] });
  });
  return source;
}
