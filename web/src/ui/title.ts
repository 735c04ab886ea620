import { useEffect } from 'react';

/** Sets the document title. Never put a customer's name in it: browsers store titles in the history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Makewhole`;
  }, [title]);
}
