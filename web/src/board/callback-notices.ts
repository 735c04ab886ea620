import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mineQuery } from '#api/queries.ts';
import { serverNow } from '#lib/server-time.ts';
import type { Card } from '#api/types.ts';
import { createChangeNotifier } from '#lib/change-notifier.ts';

const storageKey = 'board.callback-notices';
const changes = createChangeNotifier();

/** Not every browser or page supports notifications. */
const isSupported = (): boolean => 'Notification' in window;

type NoticeSetting = 'unsupported' | 'off' | 'on' | 'denied';

function readSetting(): NoticeSetting {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return localStorage.getItem(storageKey) === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}

export const useNoticeSetting = (): NoticeSetting => changes.useSnapshot(readSetting);

/** Asks the browser for permission only when the user requests it. */
export async function setCallbackNotices(on: boolean): Promise<void> {
  if (on && isSupported()) await Notification.requestPermission();
  localStorage.setItem(storageKey, on ? 'on' : 'off');
  changes.notify();
}

/** A moment before it is due: long enough to finish a sentence. */
const aheadMs = 60_000;
/** After this long, the board already shows the callback in red. */
const lateMs = 30 * 60_000;
const shown = new Set<string>();

const isDue = ({ callback_at: at }: Card, now: number): boolean =>
  at !== null && Date.parse(at) - now <= aheadMs && now - Date.parse(at) <= lateMs;

/**
 * Notifies the user once of each of their promised callbacks, if they turned this on. The views show the same
 * information.
 */
export function useCallbackNotices(): void {
  const { data } = useQuery(mineQuery);
  const setting = useNoticeSetting();
  useEffect(() => {
    if (setting !== 'on' || data === undefined) return undefined;
    const notify = (): void => {
      for (const card of data.callbacks.filter((one) => isDue(one, serverNow()))) {
        const key = `${card.id}/${card.callback_at}`;
        if (shown.has(key)) continue;
        shown.add(key);
        // The case number but no personal data, because others may see the screen. All tabs use the same tag.
        const notice = new Notification('Callback due', { body: card.number, tag: key });
        notice.addEventListener('click', () => {
          window.focus();
          window.location.assign(`/board/cases/${card.id}`);
        });
      }
    };
    notify();
    const timer = setInterval(notify, 10_000);
    return () => clearInterval(timer);
  }, [data, setting]);
}
