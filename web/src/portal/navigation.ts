import type { Permission } from './api.ts';

type Entry = {
  readonly label: string;
  /** Below /portal/{institution}/{mode}. */
  readonly path: string;
  readonly needs: Permission;
  /** Hidden in the other mode. */
  readonly only?: 'test' | 'live';
};

/** The menu by section. Users see only the entries they may open. */
export const navigation: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  { title: '', entries: [{ label: 'Overview', path: '', needs: 'institution.read' }] },
  {
    title: 'Developers',
    entries: [
      { label: 'API keys', path: '/keys', needs: 'credentials.read' },
      { label: 'Signed credentials', path: '/credentials', needs: 'credentials.read' },
      { label: 'Requests', path: '/requests', needs: 'requests.read' },
      { label: 'Signature debugger', path: '/doctor', needs: 'requests.read' },
      { label: 'Tokens', path: '/tokens', needs: 'tokens.write' },
    ],
  },
  {
    title: 'Webhooks',
    entries: [
      { label: 'Endpoints', path: '/endpoints', needs: 'endpoints.read' },
      { label: 'Deliveries', path: '/deliveries', needs: 'deliveries.read' },
      { label: 'Events', path: '/events', needs: 'events.read' },
    ],
  },
  {
    title: 'Sandbox',
    entries: [
      { label: 'Test objects', path: '/sandbox/objects', needs: 'sandbox.read', only: 'test' },
      { label: 'Mailbox', path: '/sandbox/mailbox', needs: 'sandbox.read', only: 'test' },
    ],
  },
  {
    title: 'Referrals',
    entries: [
      { label: 'Referrals', path: '/referrals', needs: 'referrals.read' },
      { label: 'File uploads', path: '/referrals/files', needs: 'referrals.write' },
    ],
  },
  {
    title: 'Plans and money',
    entries: [
      { label: 'Rosters', path: '/rosters', needs: 'rosters.read' },
      { label: 'Analytics', path: '/analytics', needs: 'analytics.read' },
      { label: 'Statements', path: '/statements', needs: 'statements.read' },
    ],
  },
  {
    title: 'Institution',
    entries: [
      { label: 'Members', path: '/members', needs: 'members.read' },
      { label: 'Contacts', path: '/settings/contacts', needs: 'institution.read' },
      { label: 'Single sign-on', path: '/settings/single-sign-on', needs: 'members.read' },
      { label: 'Audit log', path: '/trail', needs: 'trail.read' },
    ],
  },
];
