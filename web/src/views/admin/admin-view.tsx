import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { meQuery } from '#api/queries.ts';
import { useTitle } from '#ui/title.ts';
import { AgentsTab } from './agents-tab.tsx';
import { AuditTab } from './audit-tab.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { DoNotContactTab } from './do-not-contact-tab.tsx';
import { HeldTab } from './held-tab.tsx';
import { HoldsTab } from './holds-tab.tsx';
import { HoursTab } from './hours-tab.tsx';
import { InstitutionsTab } from './institutions-tab.tsx';
import { ProgramsTab } from './programs-tab.tsx';
import { RepliesTab } from './replies-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { StaffTab } from './staff-tab.tsx';

const tabs = [
  ['Programs', ProgramsTab],
  ['Agents', AgentsTab],
  ['Institutions', InstitutionsTab],
  ['Deliveries', DeliveriesTab],
  ['Messages', HeldTab],
  ['Do not contact', DoNotContactTab],
  ['Holds', HoldsTab],
  ['Calling hours', HoursTab],
  ['Replies', RepliesTab],
  ['Data requests', RequestsTab],
  ['Team', StaffTab],
  ['Audit', AuditTab],
] as const;

/** What leads may use too; the service refuses them the rest. */
const leadTabs: readonly string[] = ['Deliveries', 'Holds', 'Calling hours', 'Replies', 'Data requests'];

/** For administrators, and for leads in part: programs, accounts, deliveries, held messages, holds, calling hours, team and audit trail. */
export function AdminView() {
  const { data: me } = useQuery(meQuery);
  const shown = me?.role === 'lead' ? tabs.filter(([title]) => leadTabs.includes(title)) : tabs;
  const { tab = shown[0]?.[0] ?? 'Holds' } = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  useTitle(`Administration: ${tab}`);
  return (
    <div className="p-3 sm:p-4">
      <h1 className="text-lg font-bold">Administration</h1>
      <Tabs.Root
        value={tab}
        onValueChange={(next: string) => void navigate({ search: { tab: next } })}
        className="mt-2"
      >
        <Tabs.List className="flex flex-wrap gap-1 border-b border-line" aria-label="Administration sections">
          {shown.map(([title]) => (
            <Tabs.Tab
              key={title}
              value={title}
              className="min-h-9 rounded-t-md border-b-2 border-transparent px-3 font-medium text-soft hover:text-ink data-active:border-accent data-active:text-accent"
            >
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([title, View]) => (
          <Tabs.Panel key={title} value={title} className="grid gap-3 pt-3">
            <View />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </div>
  );
}
