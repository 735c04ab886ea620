import { useEffect } from 'react';

/** What the tab, the history and a screen reader call this view. No names of owners: titles are kept by browsers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Makewhole`;
  }, [title]);
}
