/**
 * What Postbote promises. Each promise is cited by at least one test, in a comment right above it:
 * `// keeps: <name>`. A promise without a test, and a citation without a promise, fail `requirements.test.ts`.
 */
export const requirements = {
  // Nothing lost, nothing twice.
  'once.killed':
    'A process killed at any contact with disk or wire, and started again, has published exactly once.',
  'once.answer-lost': 'A lost answer, or a 500 after the effect, never leads to a second post.',
  'once.two-workers': 'Two workers on PostgreSQL, one of them killed at any contact, publish exactly once.',
  'once.chaos': 'Random kills and stops under load lose nothing and double nothing, on both databases.',
  'once.stopped': 'A worker that was stopped while it connected sends nothing once its lease is over.',
  'once.resumed':
    'A broken upload goes on where it broke off, as far as the platform can be asked; else its last step is repeated.',
  'once.mutants':
    'The proofs catch a publisher without intent, without memory, or with a retrying HTTP helper.',
  'once.unconfirmed': 'Where nobody can tell, nothing is sent again until the owner has decided.',
  'once.repeats':
    'A repeat that was allowed and is lost or refused in its turn never hides what the first request did.',
  'once.same-words': 'A post that got lost is never taken for another one of ours that bears the same words.',
  'once.acknowledged': 'Nothing that was acknowledged is missing after a hundred SIGKILLs under write load.',
  'once.never-failed-when-out':
    'A post that is out is never called failed because following it up was hindered.',
  'once.idempotent':
    'A call repeated with its idempotency key returns the first result and makes nothing new.',
  // On time.
  'time.not-before-cancel': 'A cancel wins over a worker that already holds the post for its moment.',
  'time.catch-up': 'A process that was down publishes what is up to 24 h late and fails what is later.',
  'time.take-back':
    'After a kill the next start waits for no lease of the dead process, unless that had announced a request.',
  'time.wake': 'What one node accepts, another node that listens publishes at once.',
  'time.one-account': 'One account is never served by two workers at once.',
  'time.slow-platform': 'A slow platform does not delay the others.',
  'time.retry':
    'A disturbance is tried again with growing pauses for at least an hour; Retry-After is honoured.',
  'time.overdue':
    'What was begun and is more than 24 h late fails, unless something may be out: then that is found out first.',
  // What waits.
  'accounts.reconnect':
    'Only a definite no asks for a new login; deliveries then wait, and go out in order once it is back.',
  'accounts.pause': 'Nothing of a paused account starts; it goes out when resumed, and fails after 24 h.',
  'accounts.pause-all': 'While all publishing is paused nothing starts; what is being sent comes to its end.',
  'accounts.remove': 'Removing an account wipes its login, cancels what is planned and keeps the history.',
  'quota.before-the-call': 'A used-up quota of a platform is waited out without asking the platform.',
  'quota.units':
    'What calls cost is counted where a platform has a budget of them: a post waits for the next day instead of running dry, and numbers are no longer read while posts may need the rest.',
  'quota.headers':
    'A window that a platform calls used up, or refuses to name, is heeded by whoever comes next.',
  'quota.too-long': 'What would wait until it is too late fails at once, with the reason.',
  // The door.
  'door.stateless': 'A bare tools/call works without initialize, session or further headers.',
  'door.accept': 'Accept is never a reason to refuse.',
  'door.content-type': 'Anything but JSON is 415, more than 1 MiB is 413, bad JSON is 400 with -32700.',
  'door.methods': 'Other HTTP methods get 405 with Allow: POST.',
  'door.batches': 'Batches are answered where the revision allows them, refused elsewhere, never half done.',
  'door.revisions': 'Every protocol revision the official SDK knows is negotiated, and 2026-07-28 is spoken.',
  'door.probes': 'Every OAuth probe is answered with a JSON 404.',
  'door.rebinding': 'Foreign hosts and origins are refused on a loopback bind.',
  'door.sdk-equal': 'The fast path answers as the official SDK does.',
  'door.clients':
    'The official v1 and v2 clients, @ai-sdk/mcp and mcp-remote work with header key and path key.',
  'door.conformance': 'The conformance suite passes for 2025-11-25 and 2026-07-28.',
  'door.hostile': 'No input leads to a 5xx or a crash.',
  'door.health': 'GET /health answers without a key.',
  // Keys.
  'keys.unauthorized': 'Without a valid key: HTTP 401, and for tools/call the tool error Unauthorized.',
  'keys.revoked': 'A revoked key is dead at once, on open connections too.',
  'keys.rate': 'Past its rate a key gets 429 with Retry-After and a tool error.',
  'keys.guessing': 'Guessing is limited per address and never locks out a valid key.',
  'keys.silent': 'No key, token or post text ever stands in a log line.',
  'keys.modes': 'A test key sees only sandbox accounts and posts, a live key only live ones.',
  'secrets.sealed': 'Logins and keys cannot be read in the database files.',
  // The tools.
  'tools.schemas':
    'Six tools with title, annotations and plain schemas; every result matches its output schema.',
  'tools.all-violations': 'All violations are listed at once, with code, message and next action.',
  'tools.exact-words': 'Where the interface gives a message, it is given word for word.',
  'tools.unknown-argument': 'An unknown argument is refused, never dropped.',
  'posts.draft': 'Without a time a post is a draft.',
  'posts.scheduled': 'With a time a post is scheduled; times without an offset are UTC.',
  'posts.queue': 'Queue slots are 4 h apart, also for calls at once.',
  'posts.targets':
    'Targets are all active accounts of the platforms, or the accounts named; none left is an error.',
  'posts.foreign': 'What belongs to another workspace is like what does not exist.',
  'posts.text-limits': 'Text is counted as each platform counts it, for drafts too.',
  'posts.media-kinds': 'The media decide the type of the post.',
  'posts.media-guard': 'No private, loopback, link-local or metadata address is ever connected to for media.',
  'posts.dashboard-only': 'publish_now refuses pinterest and google_business by name and publishes nothing.',
  'posts.status': 'get_post_status tells per account what happened, where the post is, and what to do.',
  'posts.list': 'list_scheduled_posts shows drafts and scheduled posts, newest created first.',
  'analytics.summary': 'The summary adds up the newest snapshots of the last 30 days per platform.',
  'analytics.days':
    'Gains are told per day of the workspace’s calendar, totals beside those of the window before.',
  // Platforms.
  'platforms.post-types': 'Every post type of every platform goes out with its public id and address.',
  'platforms.faults': 'Each kind of disturbance ends as it should, with never more than one post.',
  'platforms.tokens':
    'A login is renewed ahead of its end and once when refused, and stored before it is used.',
  'platforms.constant-memory': 'A large video goes through in bounded memory.',
  // Files.
  'files.upload':
    'An upload that was interrupted goes on where it stood, on disk and in S3, and is never mixed.',
  'files.hostile':
    'What is not a picture or film, lies about itself, or is too large is refused and removed.',
  'files.served': 'Files are public at an unguessable address, in ranges, and never run in a browser.',
  'files.kept': 'A file is removed when no post needs it, and never before.',
  'files.fitted':
    'A picture is converted and shrunk to what its platform takes, never cropped, enlarged or frozen.',
  'files.same-bytes': 'A run after a crash sends the very bytes of the run before.',
  'files.own': 'Our own files are known without being fetched; another workspace’s are like any address.',
  'platforms.specs':
    'What the adapters send is held against the platforms’ own descriptions, and a spoiled request is caught.',
  'connect.oauth': 'An account is connected through the platform’s own login page.',
  'connect.again': 'Connecting again renews the login and never makes a second account.',
  'connect.revoked':
    'A login that was revoked is marked for its owner to connect again, and publishes nothing.',
  'accounts.narrower':
    'An app that was not granted everything (LinkedIn without review) asks for what it may, and connects all the same.',
  'accounts.revoke':
    'A removed account, and each of a deleted workspace, is signed out at the platform where that is possible, unless another account would lose its login with it; a failing sign-out keeps no account.',
  'connect.words': 'A refusal on the platform’s page is shown in words.',
  'bluesky.oauth':
    'A Bluesky account is connected by OAuth on whichever server it lives; its tokens are bound to a key, renewed under the account’s lock and stored sealed.',
  'bluesky.guarded': 'A server that a user’s identity names is never reached inside a private network.',
  'bluesky.card':
    'A Bluesky post that links to a page and has no media carries a card; a page that cannot be read costs nothing.',
  'bluesky.real': 'What we send is taken by Bluesky’s own server, and a post is there exactly once.',
  'oauth.connect':
    'A real authorization server takes our code, PKCE and state, and the refresh tokens that it rotates.',
  'oauth.words': 'A denied, late, foreign or forged login is refused with words and the next action.',
  'oauth.passing': 'A passing trouble of the authorization server disconnects nobody.',
  'oauth.rotation': 'Two nodes never spend one refresh token twice, on either database.',
  'oauth.killed':
    'A node killed in the middle of a renewal leaves an account that asks for its owner, and no silent loop.',
  'oauth.reconnect': 'A renewal under way never undoes what the owner connected meanwhile.',
  'connect.password': 'Bluesky is connected with an app password; a wrong one is refused.',
  'insights.collected': 'Numbers are read from every platform that offers them.',
  'insights.no-zeros': 'A platform that tells no numbers leaves the former ones standing.',
  'insights.quota': 'Numbers are not asked for while a platform wants to be left alone.',
  'insights.named-later':
    'A post that got its public id after it went out is known by it, and by its address, from then on.',
  'insights.schedule': 'Readings thin out with age and end at day 30.',
  // People at the dashboard.
  'people.closed': 'Nobody becomes a user without the set-up link or an invitation.',
  'people.setup-once': 'The set-up link makes exactly one owner, also when two use it at once.',
  'people.password': 'Passwords are kept as argon2id with the parameters OWASP asks for.',
  'people.same-origin': 'What changes something is taken from our own pages only.',
  'people.sessions': 'A session that is revoked, signed out or too old is dead at once.',
  'people.invitations': 'An invitation works once, for one role, for seven days, until it is revoked.',
  'people.roles': 'A role opens what it should and nothing more; a workspace never loses its last owner.',
  'people.second-factor': 'With a second factor the password alone opens nothing.',
  'people.passkeys': 'A passkey signs in without password or second factor, on a verified device only.',
  'people.reset': 'The operator’s link sets a new password once and ends every session.',
  'people.guessing': 'Guessing passwords is slowed down per address, on all nodes together.',
  'people.silent': 'No password, token, cookie or e-mail address of anybody stands in a log line.',
  'people.schema': 'The tables are what better-auth expects.',
  'pages.files': 'The built dashboard is served compressed and cached, and nothing outside its folder is.',
  'pages.policy': 'A page of the dashboard runs no script but our own files and can be framed by nobody.',
  'pages.light': 'The first page of the dashboard loads less than 250 kB of compressed script.',
  'pages.hostile':
    'What people and platforms write is shown as text on every page of the dashboard, and runs nowhere.',
  'pages.access':
    'axe finds nothing on any page of the dashboard, light and dark, wide and narrow; no page scrolls sideways.',
  'pages.people':
    'In a browser: set-up, sign-in, second factor, passkey, invitation, roles, sessions, export and end of a workspace.',
  'words.two-languages': 'The dashboard says everything in German and in English, each in its own words.',
  'words.one-catalogue': 'Every text on the dashboard’s pages comes from the catalogue.',
  'compose.counts': 'The editor counts a text as the server does, while it is typed.',
  'compose.time':
    'A time chosen in the editor is exact in the workspace’s zone, also around a change of the clocks.',
  'compose.never-lost': 'Text that was typed is never lost: not by leaving, a lost line, or a lost answer.',
  'compose.never-overwritten': 'Two who edit the same post are told; nobody’s work is overwritten.',
  'compose.settings': 'Every setting of every platform has a field with words in both languages.',
  'compose.journey': 'A post is written, checked, planned and published at the dashboard, by keyboard too.',
  'compose.uploads': 'Files are uploaded with progress, in order, and a failed one can be tried again.',
  'compose.readable': 'The editor has no fault that axe can find, in light and dark.',
  // The dashboard's API.
  'api.closed':
    'No address of the dashboard’s API answers who is not signed in, but the links that let people in.',
  'api.foreign-workspace':
    'A workspace that one is no member of is like one that does not exist, at every address.',
  'api.roles': 'Every address of the API asks for the role it needs.',
  'api.no-crash': 'Whatever is sent to the API, it answers with a refusal in words and never breaks.',
  'pages.post':
    'The page of a post shows each account as it changes, with the words of the platform, and sends again what failed alone.',
  'pages.calendar':
    'In the calendar a post is moved by dragging or by keyboard, in the zone of the workspace, and the move can be undone.',
  'pages.posts': 'A list of ten thousand posts scrolls without growing, and its filters are in the address.',
  'api.revisions': 'Nobody overwrites another’s work: the slower one is told who was faster.',
  'api.publish':
    'What is written in the editor goes out with its own texts and settings, and cannot be changed then.',
  'api.retry': 'Only what failed is sent again, and only what nobody can confirm is settled by a person.',
  'api.post-states': 'Posts are found by the state they show, whatever their deliveries’ states.',
  'api.live': 'Who watches hears of changes as they happen, and nothing more once the session is revoked.',
  'api.keys': 'A key is shown once, and ends at once when it is revoked in the dashboard.',
  'api.secrets': 'The secret of a platform’s app goes in and never comes out.',
  'api.export': 'The export holds everything of a workspace but logins, keys, tokens and hashes.',
  'api.delete-workspace':
    'A workspace is deleted by its name only, whole, and nothing of another one with it; not while something goes out, and then nothing of it is touched.',
  'api.pulse':
    'The pulse tells what is overdue, how late things went out, and whether the publisher is silent.',
  'pages.keys':
    'A key made in the browser works at once, what it does shows up by itself, and revoking it ends it at once.',
  'pages.live': 'A page whose live line was refused dials again and reads what it missed.',
  'pages.journey':
    'One person gets from the set-up link to ten connected platforms, an agent’s post, a post of one’s own with board and location, its new day, its repair, and the end of the key.',
  'pages.numbers': 'Numbers are shown as a chart and as a table, and can be downloaded.',
  'pages.accessible': 'Automatic accessibility checks find nothing on the pages, in light and in dark.',
  // Running it.
  'run.all-platforms':
    'After the first start one call publishes to every platform of the sandbox that takes it.',
  'run.first-start': 'The first start prints everything needed to publish; later starts never print a key.',
  'run.two-first-starts':
    'Nodes that start for the first time at once make one sandbox account for each platform.',
  'run.bad-config': 'A bad configuration is refused as a whole before anything listens.',
  'run.failed-start': 'A start that fails after listening gives the port back.',
  'run.drain': 'SIGTERM lets what is being published come to its end.',
  'run.operator': 'Operator commands work while the server runs, on either database.',
  'store.migrations': 'Migrations are applied once by many nodes at once, and refused by an older version.',
  'store.fencing': 'Whoever lost a lease can write nothing.',
  'store.indexes': 'Listing, claiming and key look-up use an index.',
  'house.imports': 'Every import follows the table in ARCHITECTURE.md.',
} as const;
