/** Roles of a user of the partner portal at an institution; docs/decisions/0078 has the reasons. */
export const portalRoles = ['owner', 'admin', 'developer', 'operations', 'finance', 'read_only'] as const;
export type PortalRole = (typeof portalRoles)[number];

export const isPortalRole = (text: string): text is PortalRole => portalRoles.includes(text as PortalRole);

const everybody = portalRoles;
const administrators = ['owner', 'admin'] as const;
const developers = [...administrators, 'developer'] as const;
const operators = [...administrators, 'operations'] as const;

/** The permissions of each role. The guard, the pages and the tests read this table. */
export const portalPermissions = {
  'institution.read': everybody,
  'members.read': administrators,
  'members.write': administrators,
  'settings.write': administrators,
  'credentials.read': developers,
  'credentials.write': developers,
  'endpoints.read': [...developers, 'operations', 'read_only'],
  'endpoints.write': developers,
  'deliveries.read': [...developers, 'operations', 'read_only'],
  'deliveries.write': developers,
  'events.read': [...developers, 'operations', 'read_only'],
  'requests.read': [...developers, 'operations', 'read_only'],
  'sandbox.read': [...developers, 'operations', 'read_only'],
  'sandbox.write': [...developers, 'operations'],
  'tokens.write': everybody,
  'trail.read': [...developers, 'read_only'],
  'referrals.read': [...developers, 'operations', 'read_only'],
  'referrals.write': operators,
  'rosters.read': [...operators, 'read_only'],
  'rosters.write': operators,
  'statements.read': [...operators, 'finance', 'read_only'],
  'analytics.read': [...operators, 'finance', 'read_only'],
  // Shows contacts of live borrowers; without it they are masked.
  'contacts.read': operators,
} as const satisfies Readonly<Record<string, readonly PortalRole[]>>;

export type PortalPermission = keyof typeof portalPermissions;

export const permissionNames = Object.keys(portalPermissions) as PortalPermission[];

export const rolesWith = (permission: PortalPermission): readonly PortalRole[] => portalPermissions[permission];

export const mayPortal = (role: PortalRole, permission: PortalPermission): boolean =>
  rolesWith(permission).includes(role);

export const permissionsOf = (role: PortalRole): PortalPermission[] =>
  permissionNames.filter((permission) => mayPortal(role, permission));

type Caller = { readonly role: PortalRole; readonly limitedTo?: readonly string[] | undefined };

/** Whether a caller has a permission. A token has only those permissions that both it and its user's role have. */
export const mayCaller = ({ role, limitedTo }: Caller, permission: PortalPermission): boolean =>
  mayPortal(role, permission) && (limitedTo?.includes(permission) ?? true);

/** Contacts of live borrowers are masked for callers without the permission. */
export const isMaskedFor = (caller: Caller & { readonly livemode: boolean }): boolean =>
  caller.livemode && !mayCaller(caller, 'contacts.read');
