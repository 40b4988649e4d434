import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { beginPosts } from './pages/posts/begin-posts.ts';
import { Broken, NotFound } from './shell/lost.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Broken });

/** Pages without the frame: nobody is signed in yet. */
const outside = createRoute({ getParentRoute: () => root, id: 'outside', component: Outlet });
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });

/** `begin` reads ahead what the page will ask for, while the page itself is on its way. */
const page = <const P extends string>(
  parent: typeof inside | typeof outside,
  path: P,
  load: () => Promise<{ default: RouteComponent }>,
  begin?: (search: Readonly<Record<string, unknown>>) => Promise<void>,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load),
    loader: ({ location }) => void begin?.(location.search).catch(() => undefined),
  });

const tree = root.addChildren([
  outside.addChildren([
    page(outside, '/sign-in', () => import('./pages/sign-in/index.tsx')),
    page(outside, '/setup/$token', () => import('./pages/setup/index.tsx')),
    page(outside, '/invite/$token', () => import('./pages/invite/index.tsx')),
    page(outside, '/reset/$token', () => import('./pages/reset/index.tsx')),
  ]),
  inside.addChildren([
    page(inside, '/', () => import('./pages/home/index.tsx')),
    page(inside, '/compose', () => import('./pages/compose/index.tsx')),
    page(inside, '/compose/$postId', () => import('./pages/compose/index.tsx')),
    page(inside, '/calendar', () => import('./pages/calendar/index.tsx')),
    page(inside, '/posts', () => import('./pages/posts/index.tsx'), beginPosts),
    page(inside, '/posts/$postId', () => import('./pages/post/index.tsx')),
    page(inside, '/accounts', () => import('./pages/accounts/index.tsx')),
    page(inside, '/accounts/connect/$platform', () => import('./pages/connect/index.tsx')),
    page(inside, '/keys', () => import('./pages/keys/index.tsx')),
    page(inside, '/analytics', () => import('./pages/analytics/index.tsx')),
    page(inside, '/apps', () => import('./pages/apps/index.tsx')),
    page(inside, '/settings', () => import('./pages/settings/index.tsx')),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** A page for people who are signed in. */
export const isInside = (path: string) =>
  router.matchRoutes(path, {}).some((match) => match.routeId === inside.id);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
