/** What a member of a workspace may do: an owner everything, an editor all but people, a viewer only look. */
export const roles = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Whether somebody with the role `has` may do what takes at least `needs`. */
export const mayAct = (has: Role, needs: Role): boolean => roles.indexOf(has) <= roles.indexOf(needs);
