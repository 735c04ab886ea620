import { useEffect, useState } from 'react';
import { serverNow } from '#api/request.ts';
import { moment, span } from '#lib/format.ts';

/** The service's time, anew every so often. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** How long something is ago, with the moment itself for whoever asks. */
export function Ago({ at }: { readonly at: string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={moment(at)}>
      {span(now - Date.parse(at))}
    </time>
  );
}

/** What somebody types, when they pause: nobody is asked for every letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
