/**
 * Where the dashboard's API answers. Kept apart from the schemas so that the browser, which only calls, need not load
 * them. Names (`:postId`) are fields of the input. A workspace's data belong to the live world or to the sandbox
 * (`:mode`), never to both; every route below a workspace checks membership.
 */
const inWorkspace = '/api/w/:workspaceId';
const inMode = `${inWorkspace}/:mode` as const;
const post = `${inMode}/posts/:postId` as const;
const account = `${inMode}/accounts/:accountId` as const;

export const addresses = {
  me: { method: 'GET', path: '/api/me' },
  checkSetup: { method: 'GET', path: '/api/setup/:token' },
  finishSetup: { method: 'POST', path: '/api/setup/:token' },
  checkInvitation: { method: 'GET', path: '/api/invitations/:token' },
  acceptInvitation: { method: 'POST', path: '/api/invitations/:token' },
  listMembers: { method: 'GET', path: `${inWorkspace}/members` },
  inviteMember: { method: 'POST', path: `${inWorkspace}/invitations` },
  revokeInvitation: { method: 'DELETE', path: `${inWorkspace}/invitations/:invitationId` },
  changeRole: { method: 'PATCH', path: `${inWorkspace}/members/:userId` },
  removeMember: { method: 'DELETE', path: `${inWorkspace}/members/:userId` },
  changeWorkspace: { method: 'PATCH', path: `${inWorkspace}/settings` },
  pausePublishing: { method: 'POST', path: `${inWorkspace}/pause` },
  exportWorkspace: { method: 'GET', path: `${inWorkspace}/export` },
  deleteWorkspace: { method: 'DELETE', path: `${inWorkspace}/settings` },

  listPosts: { method: 'GET', path: `${inMode}/posts` },
  readPost: { method: 'GET', path: post },
  savePost: { method: 'PUT', path: post },
  checkPost: { method: 'POST', path: `${inMode}/check` },
  nextSlot: { method: 'GET', path: `${inMode}/next-slot` },
  reschedulePost: { method: 'POST', path: `${post}/reschedule` },
  duplicatePost: { method: 'POST', path: `${post}/duplicate` },
  cancelPost: { method: 'POST', path: `${post}/cancel` },
  deletePost: { method: 'DELETE', path: post },
  retryPost: { method: 'POST', path: `${post}/retry` },
  settleDelivery: { method: 'POST', path: `${post}/settle` },
  readAttempts: { method: 'GET', path: `${post}/attempts` },
  readNumbers: { method: 'GET', path: `${post}/numbers` },

  listPlatforms: { method: 'GET', path: `${inMode}/platforms` },
  listAccounts: { method: 'GET', path: `${inMode}/accounts` },
  readChoices: { method: 'GET', path: `${account}/choices` },
  changeAccount: { method: 'PATCH', path: account },
  removeAccount: { method: 'DELETE', path: account },
  beginConnect: { method: 'POST', path: `${inMode}/connect/:platform` },
  connectWithPassword: { method: 'POST', path: `${inMode}/connect/:platform/password` },
  addSandboxAccounts: { method: 'POST', path: `${inMode}/sandbox-accounts` },
  testAccount: { method: 'POST', path: `${account}/test` },
  listApps: { method: 'GET', path: '/api/apps' },
  enterApp: { method: 'PUT', path: '/api/apps/:platform' },
  removeApp: { method: 'DELETE', path: '/api/apps/:platform' },

  listKeys: { method: 'GET', path: `${inWorkspace}/keys` },
  createKey: { method: 'POST', path: `${inWorkspace}/keys` },
  revokeKey: { method: 'DELETE', path: `${inWorkspace}/keys/:keyId` },
  testConnection: { method: 'POST', path: `${inWorkspace}/keys/test` },

  readFile: { method: 'GET', path: `${inWorkspace}/files/:fileId` },
  removeFile: { method: 'DELETE', path: `${inWorkspace}/files/:fileId` },

  readHome: { method: 'GET', path: `${inMode}/home` },
  readAnalytics: { method: 'GET', path: `${inMode}/analytics` },
} as const;

/** The tus protocol; the id at the end of an upload's address is the file's id. */
export const uploadsPath = `${inWorkspace}/uploads` as const;
/** Downloads and streams speak their own format and are no endpoints. */
export const csvPath = `${inMode}/analytics.csv` as const;
export const eventsPath = `${inMode}/events` as const;
