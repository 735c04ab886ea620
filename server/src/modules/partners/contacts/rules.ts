/** The kinds of addresses of an institution. */
export const contactKinds = ['technical', 'operations', 'billing'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Emails that go to an institution itself and not to one of its users. */
const noticeKinds = ['endpoint_warnings', 'statements', 'security_notices'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type Notices = Readonly<Record<NoticeKind, readonly ContactKind[]>>;

/** The default recipients of each notice. */
const usualNotices: Notices = {
  endpoint_warnings: ['technical'],
  statements: ['billing'],
  security_notices: ['technical', 'operations'],
};

/** How long an emailed confirmation link works. */
export const confirmTtlS = 3 * 86_400;

export type Addresses = Readonly<Record<ContactKind, string | null>>;

/** The addresses that a notice goes to, each once. */
export const recipientsOf = (addresses: Addresses, kinds: readonly ContactKind[]): string[] => [
  ...new Set(kinds.flatMap((kind) => addresses[kind] ?? [])),
];

/** The stored choice, completed with notices that a previous version did not have. */
export const readNotices = (stored: unknown): Notices => ({
  ...usualNotices,
  ...(typeof stored === 'object' && stored !== null ? (stored as Partial<Notices>) : {}),
});
