import { useEffect, useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { formatDateTime, formatDuration } from '#lib/format.ts';

/** The server's time, updated every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Time elapsed since `at`, with the exact time as a tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatDuration(now - Date.parse(at))}
    </time>
  );
}

/** A debounced value: it updates when typing pauses, so that not every keystroke sends a request. */
export function useDebounced<T>(value: T, ms = 200): T {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return debounced;
}
