import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#lib/http.ts';

type Pages = {
  /** The element that the pages fill. */
  readonly selector: string;
  readonly refetchOnWindowFocus: boolean;
  createRouter(queries: QueryClient): AnyRouter;
};

/** Shows the pages of a router, with the rules of every page for requests and for the browser's cache. */
export function startPages({ selector, refetchOnWindowFocus, createRouter }: Pages): void {
  // A chunk is missing because a newer version was deployed: load that version.
  window.addEventListener('vite:preloadError', () => window.location.reload());
  // After sign-out the Back button must not show a page from the browser's back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  const queries = new QueryClient({
    defaultOptions: {
      // Without a network, an action fails immediately. It must not wait and then run on its own when the network is
      // back.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 2_000,
        refetchOnWindowFocus,
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  const root = document.querySelector(selector);
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createRouter(queries)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
