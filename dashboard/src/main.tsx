import '@mantine/core/styles.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { call } from './api/call.ts';
import { queryClient } from './api/query-client.ts';
import { keyOf } from './api/use-api.ts';
import { isInside, router } from './routes.tsx';
import { readableColors, theme } from './theme.ts';
import { loadWords, WordsProvider } from './words/index.tsx';

const Notices = lazy(() => import('./shell/notices.tsx'));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// All on their way at once: who is there, the page and its words.
if (isInside(location.pathname)) {
  void queryClient.prefetchQuery({ queryKey: keyOf('me', {}), queryFn: () => call('me', {}) });
}
const [first] = await Promise.all([loadWords(), router.load()]);
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <WordsProvider first={first}>
          <Suspense>
            <Notices />
          </Suspense>
          <RouterProvider router={router} />
        </WordsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
