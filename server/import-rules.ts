// Who may import whom, as data: which layers, modules and folders exist, in which order, and who may import whom.
// oxlint.config.ts turns this table into import rules; test/structure.test.ts compares it with the folders.

/** Folders of src/ from the ground up; a folder may import only folders below it. */
export const layers = ['lib', 'platform', 'gateways', 'modules', 'app', 'entrypoints'] as const;

/** The two single files between gateways and modules. */
export const sharedTypes = ['actor.ts', 'context.ts'] as const;

/** Business modules in order; a module may import only modules above its own line. */
export const modules = [
  'feature-flags',
  'ledger',
  'staff',
  'credentials',
  'webhooks',
  'customers',
  'vehicles',
  'documents',
  'agents',
  'consultations',
  'checkout',
  'appraisals',
  'replies',
  'intakes',
  'partners',
  'referrals',
  'memberships',
  'portal',
  'partner-files',
  'owner-page',
  'figures',
  'sandbox',
  'board',
  'privacy',
] as const;

/** Folders of lib in order; one may import only those above its own line. */
export const libFolders = [
  'tokens',
  'time',
  'numbers',
  'text',
  'languages',
  'brand',
  'mail',
  'network',
  'json',
  'csv',
  'tables',
  'states',
  'calling',
  'jurisdictions',
  'concurrency',
  'http-signatures',
  'signature-diagnosis',
  'masking',
  'api',
] as const;

/** Folders of app in order; its root has what they all need, and what joins them. */
export const appFolders = [
  'keys',
  'guards',
  'openapi',
  'descriptions',
  'reference',
  'docs',
  'mcp',
  'discovery',
  'site',
  'workers',
  'dev',
  'surfaces',
] as const;

/** Folders of the platform in order; one may import only those above its own line. */
export const platformFolders = [
  'errors',
  'validation',
  'config',
  'clock',
  'crypto',
  'telemetry',
  'parsing',
  'db',
  'idempotency',
  'personal-data',
  'limits',
  'sign-in',
  'jobs',
  'http',
] as const;

/**
 * Folders of the larger modules, in order: a folder may import the base files of its module's root and the folders before
 * it. Nobody but the faces of a module (`faceRoles`) imports its folders from the root.
 */
export const moduleFolders: Partial<Record<ModuleName, readonly string[]>> = {
  ledger: ['audit', 'trail', 'consent', 'anchors'],
  staff: ['tokens', 'devices', 'sessions', 'members', 'password', 'oidc', 'demo-links', 'sign-in'],
  credentials: ['agent-keys', 'partner-credentials', 'keys', 'signatures', 'uploads', 'throttle'],
  webhooks: [
    'events',
    'event-search',
    'event-seals',
    'event-portal',
    'delivery',
    'dispatch',
    'endpoints',
    'agent-webhook',
    'history',
    'recovery',
    'event-recovery',
    'rehearsal',
    'health',
    'agent-console',
  ],
  customers: [
    'contacts',
    'discounts',
    'do-not-contact',
    'budgets',
    'bounces',
    'templates',
    'messages',
    'held',
    'sandbox-mail',
  ],
  vehicles: ['data', 'names', 'vin', 'plates', 'market', 'zips', 'listings', 'synthetic', 'reads', 'feed', 'snapshots'],
  documents: ['extraction', 'contents', 'ccc', 'mitchell', 'identities', 'jail', 'reading', 'storage'],
  agents: ['agreements', 'registration', 'recovery'],
  consultations: [
    'facts',
    'contacts',
    'assignees',
    'lifecycle',
    'numbers',
    'calls',
    'queue',
    'leases',
    'closing',
    'notes',
    'choices',
    'sandbox-time',
  ],
  checkout: ['terms', 'messages', 'links', 'provider', 'holds', 'pages', 'staff', 'test-cards'],
  appraisals: ['report-checks', 'findings', 'releases', 'drafts', 'versions', 'release', 'pages'],
  replies: ['stops', 'mail', 'inbox', 'templates'],
  intakes: ['lifecycle', 'confirmation', 'receipt', 'enrichment', 'reports', 'submission', 'staff', 'sandbox'],
  partners: ['contacts'],
  referrals: ['lifecycle', 'invitation', 'submission', 'review', 'portal'],
  memberships: ['enrollments', 'rosters', 'losses', 'statements'],
  portal: [
    'tokens',
    'sessions',
    'pairing',
    'password',
    'passkeys',
    'issuers',
    'members',
    'authenticators',
    'sign-up',
    'demo',
    'request-log',
    'request-recording',
    'request-retention',
    'signature-check',
    'go-live',
  ],
  'partner-files': [
    'roster-files',
    'roster-reading',
    'roster-uploads',
    'roster-plans',
    'referral-files',
    'referral-uploads',
    'referral-checking',
    'referral-applying',
  ],
  'owner-page': ['links', 'requests', 'uploads', 'views', 'pages'],
  figures: ['exposure', 'loans', 'exposure-ledger', 'analytics', 'status'],
  sandbox: [
    'mailbox',
    'steps',
    'samples',
    'reset',
    'agent-sandbox',
    'magic',
    'agent-steps',
    'agent-retention',
    'agent-samples',
    'agent-console',
    'console-sessions',
    'console-views',
    'console-pages',
  ],
  privacy: ['legal-holds', 'export', 'erasure'],
  board: ['columns', 'detail', 'consent', 'evidence', 'overview', 'figures', 'stream'],
};

/**
 * Roles of files inside a module: a file is named by its role, `rules.ts`, or by what it holds and a role,
 * `call-rules.ts`. Every other file is a verb: it exports one function of its own name, and besides it only types.
 */
export const moduleRoles = [
  'index',
  'schemas',
  'rules',
  'store',
  'errors',
  'events',
  'jobs',
  'workers',
  'testing',
  'routes',
  'transitions',
  'facts',
  'page',
  'messages',
  'data',
  'metrics',
  'parser',
] as const;

/** Roles that stand on top of a module's folders; the other files of its root are the base below them. */
export const faceRoles = ['index', 'jobs', 'workers', 'testing', 'routes', 'personal-data'] as const;

export type ModuleName = (typeof modules)[number];
