import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/queries.ts';
import type { Case } from '#api/types.ts';
import { formatDateTime } from '#lib/format.ts';
import { ActionButton } from '#board/action.tsx';
import { UntrustedBlock } from '#ui/untrusted-text.tsx';
import { hasRole } from '#views/shell.tsx';

type Request = Case['own_page']['requests'][number];

const channelTexts = { email: 'no email', text: 'no texts', call: 'no calls' } as const;

export const requestTexts = {
  copy: 'Asks for a copy of their data',
  correct: 'Asks to correct their data',
  delete: 'Asks to delete their data',
  reopen: 'Still wants help after the case expired',
} as const;

/** What has a button there. */
const isOnPanel: Readonly<Record<Request['kind'], boolean>> = {
  copy: true,
  correct: false,
  delete: true,
  reopen: false,
};

/** What the owner chose and asked for on their own page. */
export function OwnPagePanel({ ownPage }: { readonly ownPage: Case['own_page'] }) {
  const { stopped_channels: stopped, requests } = ownPage;
  if (stopped.length === 0 && requests.length === 0) return null;
  return (
    <section className="panel p-3" aria-labelledby="own-page">
      <h2 id="own-page" className="panel-title">
        From the owner’s page
      </h2>
      {stopped.length > 0 && (
        <p className="mt-1.5 font-semibold text-bad">
          About this case: {stopped.map((channel) => channelTexts[channel]).join(', ')}
        </p>
      )}
      <ol className="mt-1.5 grid gap-2">
        {requests.map((request) => (
          <RequestItem key={request.id} request={request} />
        ))}
      </ol>
    </section>
  );
}

function RequestItem({ request }: { readonly request: Request }) {
  const { id, kind, words, created_at: at, due_at: dueAt, done_at: doneAt } = request;
  const { data: me } = useQuery(meQuery);
  const mayAnswer = hasRole(me?.role, 'lead');
  return (
    <li className="border-l-4 border-l-line pl-2">
      <span className="font-semibold">{requestTexts[kind]}</span>
      <span className="block text-[0.85em] text-soft">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {doneAt === null && dueAt !== null ? `; respond by ${formatDateTime(dueAt)}` : ''}
        {doneAt === null ? '' : `; done ${formatDateTime(doneAt)}`}
      </span>
      {words !== null && <UntrustedBlock text={words} from="Owner" />}
      {doneAt === null && isOnPanel[kind] && <p>A lead handles it under Personal data.</p>}
      {doneAt === null && (mayAnswer || !isOnPanel[kind]) && (
        <ActionButton
          call="POST /customer-requests/{request_id}/done"
          path={{ request_id: id }}
          success="Marked as done."
        >
          Mark as done
        </ActionButton>
      )}
    </li>
  );
}
