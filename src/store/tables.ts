import type { ColumnType, Generated } from 'kysely';
import type { Mode, PlatformId, PostType } from '../contract/platform-ids.ts';
import type { Role } from '../contract/roles.ts';
import type { DeliveryState } from '../contract/tools.ts';

/** The tables as TypeScript sees them; `migrations/` is what the database sees. */
export interface Tables {
  instance: { name: string; value: string };
  workspaces: {
    id: string;
    name: string;
    created_at: number;
    time_zone: Generated<string>;
    language: Generated<'de' | 'en'>;
    publishing_paused_at: number | null;
  };
  members: { workspace_id: string; user_id: string; role: Role; created_at: number };
  invitations: {
    id: string;
    workspace_id: string;
    hash: string;
    role: Role;
    note: string;
    invited_by: string | null;
    created_at: number;
    expires_at: number;
    accepted_at: number | null;
    accepted_by: string | null;
    revoked_at: number | null;
  };
  password_resets: { hash: string; user_id: string; expires_at: number; created_at: number };
  // These are better-auth's; named here is what we read and write ourselves.
  users: {
    id: string;
    name: string;
    email: string;
    two_factor_enabled: Generated<Flag>;
    created_at: Moment;
    updated_at: Moment;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Moment;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Moment;
    updated_at: Moment;
  };
  user_logins: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    created_at: Moment;
    updated_at: Moment;
  };
  verifications: { id: string; identifier: string; value: string; expires_at: Moment };
  two_factors: { id: string; user_id: string };
  api_keys: {
    id: string;
    workspace_id: string;
    mode: Mode;
    name: string;
    prefix: string;
    hash: string;
    created_at: number;
    last_used_at: number | null;
    calls: Generated<number>;
    revoked_at: number | null;
  };
  accounts: {
    id: string;
    workspace_id: string;
    mode: Mode;
    platform: PlatformId;
    external_id: string;
    name: string;
    username: string | null;
    state: AccountState;
    credentials: string;
    settings: string;
    busy_until: Generated<number>;
    busy_by: string | null;
    refresh_at: number | null;
    expires_at: number | null;
    created_at: number;
  };
  platform_limits: { scope: string; what: RateLimitKind; code: string; until_at: number };
  platform_units: { scope: string; since: number; units: number };
  platform_apps: {
    platform: PlatformId;
    mode: Mode;
    client_id: string;
    client_secret: string;
    created_at: number;
  };
  connects: {
    id: string;
    workspace_id: string;
    mode: Mode;
    platform: PlatformId;
    redirect_uri: string;
    begun_by: string | null;
    verifier: string;
    found: string | null;
    created_at: number;
  };
  posts: {
    id: string;
    workspace_id: string;
    mode: Mode;
    api_key_id: string | null;
    content: string;
    post_type: PostType;
    cover_url: string | null;
    scheduled_at: number | null;
    created_at: number;
    revision: Generated<number>;
    updated_at: number | null;
    updated_by: string | null;
  };
  media: { post_id: string; position: number; url: string; kind: 'image' | 'video'; alt: string };
  deliveries: {
    id: string;
    post_id: string;
    workspace_id: string;
    mode: Mode;
    account_id: string;
    platform: PlatformId;
    text: string;
    custom_caption: number;
    settings: string;
    state: DeliveryState;
    due_at: number | null;
    wake_at: number | null;
    lease: Generated<number>;
    attempts: Generated<number>;
    failures: Generated<number>;
    first_tried_at: number | null;
    published_at: number | null;
    public_id: string | null;
    url: string | null;
    error_code: string | null;
    error_facts: string | null;
    error_raw: string | null;
    collect_at: number | null;
    created_at: ColumnType<number, number, never>;
  };
  steps: {
    delivery_id: string;
    name: string;
    state: StepState;
    value: string | null;
    begun_at: number;
    looks: number;
    looked_at: number | null;
  };
  attempts: {
    id: string;
    delivery_id: string;
    number: number;
    worker: string;
    started_at: number;
    ended_at: number;
    outcome: AttemptOutcome;
    error_code: string | null;
    error_facts: string | null;
    error_raw: string | null;
  };
  idempotency_keys: {
    api_key_id: string;
    name: string;
    fingerprint: string;
    result: string;
    created_at: number;
  };
  files: {
    id: string;
    workspace_id: string;
    token: string;
    name: string;
    kind: 'image' | 'video' | null;
    type: string | null;
    bytes: number;
    received: Generated<number>;
    progress: string | null;
    width: number | null;
    height: number | null;
    duration_ms: number | null;
    frames: number | null;
    sha256: string | null;
    thumbnail: Generated<number>;
    state: FileState;
    derived: string | null;
    created_at: number;
    touched_at: number;
  };
  file_uses: { post_id: string; file_id: string };
  snapshots: {
    delivery_id: string;
    taken_at: number;
    likes: number;
    comments: number;
    shares: number;
    reach: number;
  };
}

/** Written as ISO text, which both databases take; read as a date from PostgreSQL and as that text from SQLite. */
export type Moment = ColumnType<Date | string, string, string>;
/** Read as a boolean from PostgreSQL and as 0 or 1 from SQLite. */
export type Flag = boolean | number | null;

/** What a platform wants less of. */
export type RateLimitKind = 'posting' | 'reading' | 'everything';
/** `removed`: gone for everybody, until its bytes are gone too. */
export type FileState = 'uploading' | 'ready' | 'removed';
export type AccountState = 'active' | 'paused' | 'reconnect' | 'removed';
/**
 * `asking`: no answer yet. `begun`: announced, outcome unknown. `refused`: certainly without effect. `done`: answered.
 * `public`: answered, and the answer means that the post is out.
 */
export type StepState = 'asking' | 'begun' | 'refused' | 'done' | 'public';
export type AttemptOutcome = 'published' | 'retry' | 'failed' | 'unconfirmed' | 'interrupted';
