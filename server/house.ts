// The house as data: which rooms exist, in which order, and who may import whom.
// oxlint.config.ts turns this table into import rules; test/house.test.ts compares it with the folders.

/** Folders of src/ from the ground up; a folder may import only folders below it. */
export const layers = ['lib', 'platform', 'gateways', 'modules', 'app', 'start'] as const;

/** The two single files between gateways and modules. */
export const keystones = ['actor.ts', 'context.ts'] as const;

/** Business modules in order; a module may import only modules above its own line. */
export const modules = [
  'switches',
  'audit',
  'events',
  'access',
  'webhooks',
  'customers',
  'vehicles',
  'market',
  'documents',
  'agents',
  'consultations',
  'checkout',
  'intakes',
  'partners',
  'referrals',
  'plans',
  'analytics',
  'board',
] as const;

/** Platform rooms in order; a room may import only rooms above its own line. */
export const platformRooms = [
  'errors',
  'config',
  'clock',
  'crypto',
  'telemetry',
  'db',
  'idempotency',
  'limits',
  'jobs',
  'http',
] as const;

/** File names with a fixed role inside a module; every other file is a verb. */
export const moduleRoles = [
  'index.ts',
  'schemas.ts',
  'rules.ts',
  'store.ts',
  'events.ts',
  'jobs.ts',
  'workers.ts',
  'errors.ts',
  'testing.ts',
] as const;

/** Route files: `routes.ts`, `<surface>-routes.ts` or `<part>-<surface>-routes.ts`; mounted by app/ and by nobody else. */
export const routeFile = /^([a-z]+-)*routes\.ts$/;

export type Layer = (typeof layers)[number];
export type ModuleName = (typeof modules)[number];
