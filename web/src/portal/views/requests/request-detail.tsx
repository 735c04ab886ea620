import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorMessage } from '#ui/error-message.tsx';
import { Section } from '#ui/section.tsx';
import { useTitle } from '#ui/title.ts';
import { RevealedText } from '#ui/untrusted-text.tsx';
import { useTenant, usePortalQuery, type Response } from '#portal/api.ts';
import { When } from '#portal/when.tsx';
import { StatusBadge } from './status-badge.tsx';

type Detail = Response<'GET /requests/{request_id}'>;
type Content = NonNullable<Detail['content']>;

export function RequestDetail() {
  const { requestId = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  useTitle('Request');
  const { data, error } = usePortalQuery('GET /requests/{request_id}', { path: { request_id: requestId } });
  if (error !== null) return <ErrorMessage error={error} back="Go to the portal" />;
  if (data === undefined) return <p className="text-soft">Loading</p>;
  return (
    <>
      <BackToList />
      <h1 className="mt-2 font-mono text-lg font-bold break-all">
        {data.method} {data.path}
      </h1>
      <div className="mt-3 grid gap-3">
        <Facts data={data} />
        {data.content === null ? <NoContent /> : <Contents content={data.content} />}
      </div>
    </>
  );
}

function BackToList() {
  const { institutionId, mode } = useTenant();
  return (
    <Link to="/$institutionId/$mode/requests" params={{ institutionId, mode }} className="text-accent underline">
      All requests
    </Link>
  );
}

function Facts({ data }: { readonly data: Detail }) {
  return (
    <Section title="Request details">
      <dl className="grid gap-x-6 gap-y-2 p-3 sm:grid-cols-[max-content_1fr]">
        <Fact name="Answer">
          <StatusBadge status={data.status} replayed={data.replayed} />{' '}
          {data.code !== null && <code className="font-mono">{data.code}</code>}
        </Fact>
        {data.issue_paths.length > 0 && (
          <Fact name="About">
            <ul className="font-mono">
              {data.issue_paths.map((path) => (
                <li key={path}>{path === '' ? 'the body as a whole' : path}</li>
              ))}
            </ul>
            {data.issue_paths.some((path) => path.includes('*')) && (
              <p className="text-soft">An asterisk stands for a name that isn’t in the API contract.</p>
            )}
          </Fact>
        )}
        <Fact name="Time">
          <When at={data.at} exact /> <span className="text-soft">({data.at})</span>
        </Fact>
        <Fact name="Duration">{data.duration_ms} ms</Fact>
        <Fact name="Request id">
          <code className="font-mono break-all">{data.id}</code> <CopyButton text={data.id} what="request id" />
        </Fact>
        <Fact name="Route">
          <code className="font-mono break-all">{data.route}</code>
        </Fact>
        {data.query_names.length > 0 && <Fact name="Query">{data.query_names.join(', ')} (names only)</Fact>}
        <Fact name="Credential">
          <code className="font-mono break-all">{data.credential_id}</code>
        </Fact>
        <Fact name="From">
          <code className="font-mono break-all">{data.client_address}</code>
        </Fact>
        {data.object_ids.length > 0 && <Objects ids={data.object_ids} />}
      </dl>
      {data.status === 401 && <ToDoctor data={data} />}
    </Section>
  );
}

/** Each leads to the calls about it. */
function Objects({ ids }: { readonly ids: readonly string[] }) {
  const { institutionId, mode } = useTenant();
  return (
    <Fact name="Objects">
      <ul className="font-mono break-all">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to="/$institutionId/$mode/requests"
              params={{ institutionId, mode }}
              search={{ object_id: id }}
              className="text-accent underline"
            >
              {id}
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents max-sm:block">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The doctor needs the request itself; of a live one it is not there. */
function ToDoctor({ data }: { readonly data: Detail }) {
  const { institutionId, mode } = useTenant();
  return (
    <p className="border-t border-line p-3">
      <Link
        to="/$institutionId/$mode/doctor"
        params={{ institutionId, mode }}
        search={data.has_content ? { request: data.id } : {}}
        className="button-main"
      >
        Open in the debugger
      </Link>{' '}
      {!data.has_content && (
        <span className="text-soft">You’ll need to paste the request there, since it isn’t stored here.</span>
      )}
    </p>
  );
}

function NoContent() {
  const { mode } = useTenant();
  return (
    <Section title="Headers and bodies">
      <p className="p-3 text-soft">
        {mode === 'live'
          ? 'Headers and bodies of live calls aren’t stored.'
          : 'Not available. Headers and bodies are kept for 7 days and aren’t recorded during traffic spikes.'}
      </p>
    </Section>
  );
}

function Contents({ content }: { readonly content: Content }) {
  return (
    <>
      <Section title="Request" note="As received. Keys and cookies aren’t stored.">
        <pre className="untrusted-block overflow-x-auto p-3 font-mono text-[0.9em] whitespace-pre-wrap" tabIndex={0}>
          <RevealedText text={content.target} />
          {'\n'}
          {content.headers.map(({ name, value }, index) => (
            <span key={index}>
              {name}: <RevealedText text={value} />
              {'\n'}
            </span>
          ))}
        </pre>
        <Body
          body={content.request_body}
          none="No body was stored. The request had no body, or it was not read or was streamed."
        />
      </Section>
      <Section title="Response">
        <Body body={content.response_body} none="The response had no body." />
      </Section>
    </>
  );
}

function Body({ body, none }: { readonly body: Content['request_body']; readonly none: string }) {
  if (body === null || body.bytes === 0) return <p className="border-t border-line p-3 text-soft">{none}</p>;
  return (
    <div className="border-t border-line p-3">
      <p className="text-soft">
        {body.bytes.toLocaleString('en-US')} bytes{body.truncated ? '(first 65,536 stored)' : ''}{' '}
        {body.text !== null && <CopyButton text={body.text} what="body" />}
      </p>
      <pre className="untrusted-block max-h-96 overflow-auto font-mono text-[0.9em] whitespace-pre-wrap" tabIndex={0}>
        {body.text === null ? 'This body isn’t text.' : indent(body.text)}
      </pre>
    </div>
  );
}

/** Formatted for reading; copying gives the original text. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
