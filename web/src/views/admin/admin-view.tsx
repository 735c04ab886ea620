import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
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
      <div
        role="tablist"
        aria-label="Administration sections"
        className="mt-2 flex flex-wrap gap-1 border-b border-line"
        onKeyDown={moveFocus}
      >
        {shown.map(([title]) => (
          <button
            key={title}
            type="button"
            role="tab"
            aria-selected={title === tab}
            tabIndex={title === tab ? 0 : -1}
            className="min-h-9 rounded-t-md border-b-2 border-transparent px-3 font-medium text-soft hover:text-ink aria-selected:border-accent aria-selected:text-accent"
            onClick={() => void navigate({ search: { tab: title } })}
          >
            {title}
          </button>
        ))}
      </div>
      {shown.map(
        ([title, View]) =>
          title === tab && (
            <div key={title} role="tabpanel" aria-label={title} className="grid gap-3 pt-3">
              <View />
            </div>
          ),
      )}
    </div>
  );
}

/** One tab is in the order of Tab; arrows, Home and End lead to the others. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  all.at(place % all.length)?.focus();
}
