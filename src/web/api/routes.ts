import { peopleApi } from '../../contract/api/people.ts';
import { memberHandlers, type SignIn } from './members.ts';
import type { Route } from './router.ts';

/** Every address of the dashboard's API with what answers it. */
export function apiRoutes(auth: { signIn: SignIn }): Route[] {
  const people = memberHandlers(auth.signIn);
  return Object.entries(people).map(([name, handler]) => ({
    endpoint: peopleApi[name as keyof typeof people],
    handler,
  }));
}
