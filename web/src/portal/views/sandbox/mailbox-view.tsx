import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Ago } from '#ui/time.tsx';
import { useTitle } from '#ui/title.ts';
import { usePortal, usePortalQuery, type Response } from '#portal/api.ts';
import { InTestMode } from './live-notice.tsx';
import { Message } from './message.tsx';

type Item = Response<'GET /sandbox/messages'>['data'][number];

/** What the sandbox would have sent. */
export function MailboxView() {
  useTitle('Mailbox');
  return (
    <InTestMode>
      <h1 className="text-xl font-bold">Mailbox</h1>
      <p className="mb-4 max-w-prose text-soft">
        Messages that test mode would have sent in the last 30 days. Nothing was actually sent. Links work: they open
        the page the borrower would see, and a response there moves the test referral forward.
      </p>
      <Mailbox />
    </InTestMode>
  );
}

function Mailbox() {
  const { institutionId } = usePortal();
  const { about } = useSearch({ strict: false }) as { readonly about?: string };
  const [cursor, setCursor] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const { data, error } = usePortalQuery('GET /sandbox/messages', { query: { limit: '20', about, cursor } });
  return (
    <section className="panel min-w-0" aria-label="Messages">
      {about !== undefined && (
        <p className="border-b border-line p-3">
          About <code className="font-mono break-all">{about}</code>.{' '}
          <Link
            to="/$institutionId/$mode/sandbox/mailbox"
            params={{ institutionId, mode: 'test' }}
            className="text-accent underline"
          >
            Show all messages
          </Link>
        </p>
      )}
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <p className="p-3 text-soft">Loading</p>}
      {data?.data.length === 0 && <NoMessages institutionId={institutionId} />}
      <ul>
        {data?.data.map((item) => (
          <Row
            key={item.id}
            item={item}
            open={opened === item.id}
            toggle={() => setOpened(opened === item.id ? undefined : item.id)}
          />
        ))}
      </ul>
      {(cursor !== undefined || data?.next_cursor) && (
        <p className="flex gap-2 border-t border-line p-3">
          {cursor !== undefined && (
            <button type="button" className="button" onClick={() => setCursor(undefined)}>
              Back to newest
            </button>
          )}
          {data?.next_cursor && (
            <button type="button" className="button" onClick={() => setCursor(data.next_cursor ?? undefined)}>
              Show older
            </button>
          )}
        </p>
      )}
    </section>
  );
}

type RowProps = { readonly item: Item; readonly open: boolean; toggle(): void };

function Row({ item, open, toggle }: RowProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <h2>
        <button
          type="button"
          className="flex w-full flex-wrap items-baseline gap-x-3 p-3 text-left hover:bg-ground"
          aria-expanded={open}
          onClick={toggle}
        >
          <span className="font-semibold">{item.subject ?? 'Text message'}</span>
          <bdi className="min-w-0 break-all">to {item.to}</bdi>
          <span className="min-w-0 text-soft wrap-anywhere">
            <Ago at={item.created_at} /> ago, about {aboutWords[item.about.object]} {item.about.id}
          </span>
        </button>
      </h2>
      {open && <Message id={item.id} />}
    </li>
  );
}

const aboutWords: Readonly<Record<Item['about']['object'], string>> = {
  referral: 'the referral',
  enrollment: 'the enrollment',
  endpoint: 'the endpoint',
  removed: 'a removed object,',
};

const NoMessages = ({ institutionId }: { readonly institutionId: string }) => (
  <p className="p-3 text-soft">
    No messages. Create a sample referral under{' '}
    <Link
      to="/$institutionId/$mode/sandbox/objects"
      params={{ institutionId, mode: 'test' }}
      className="text-accent underline"
    >
      Test objects
    </Link>
    : its invitation appears here.
  </p>
);
