import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refusal } from '#api/request.ts';
import { returnToPlace } from '#api/session.ts';
import { makeRouter } from '#router.tsx';
import '#styles.css';

returnToPlace();
// A part of the page that a newer version has replaced: the newer page has its own.
window.addEventListener('vite:preloadError', () => window.location.reload());
// A page that the browser kept is not shown to whoever comes after the sign-out.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // The stream says what changed; a window that is looked at again needs no second look.
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof Refusal && error.status < 500),
    },
  },
});

const place = document.querySelector('#board');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={makeRouter(queries)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
