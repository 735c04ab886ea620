import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '#lib/http.ts';
import { createPortalRouter } from './router.tsx';
import './styles.css';

// A chunk is missing because a newer version was deployed: load that version.
window.addEventListener('vite:preloadError', () => window.location.reload());
// After sign-out the Back button must not show a page from the browser's back/forward cache.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());

const queries = new QueryClient({
  defaultOptions: {
    // Without a network an action fails at once. It must not wait and then act by itself when the network is back.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 2_000,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
});

const root = document.querySelector('#portal');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createPortalRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
