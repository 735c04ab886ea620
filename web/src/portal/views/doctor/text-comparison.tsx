import { CopyButton } from '#ui/copy-button.tsx';
import { Section } from '#ui/section.tsx';
import { useTenant, type Response } from '#portal/api.ts';

type Check = Response<'POST /doctor/request'>;

/** The expected text and the signed text, with differences marked. */
export function TextComparison({ check }: { readonly check: Check }) {
  const { mode } = useTenant();
  const { expected_text: expected, signed_text: signed, credential } = check;
  if (expected === null) return null;
  const isSame = signed === expected;
  return (
    <>
      {credential !== null && (
        <p>
          The signature was made with the key of <code className="font-mono break-all">{credential.id}</code>, a{' '}
          {credential.livemode ? 'live' : 'test'} credential that is {credential.status}
          {credential.livemode === (mode === 'live') ? '' : ', and this page is in the other mode'}.
        </p>
      )}
      <div className={`grid gap-3 ${signed === null || isSame ? '' : 'lg:grid-cols-2'}`}>
        <Section title="The text we expect" note={<CopyButton text={expected} what="text" />}>
          <Marked text={expected} other={signed} tone="bg-good-soft text-good" />
        </Section>
        {signed !== null && !isSame && (
          <Section title="The text you signed" note="Your signature is valid for this text.">
            <Marked text={signed} other={expected} tone="bg-bad-soft text-bad" />
          </Section>
        )}
      </div>
      {isSame && check.verdict === 'explained' && (
        <p className="text-soft">You signed the same text; the mistake is elsewhere.</p>
      )}
    </>
  );
}

type MarkedProps = { readonly text: string; readonly other: string | null; readonly tone: string };

/** Line by line. Line ends are shown where the two differ in them. */
function Marked({ text, other, tone }: MarkedProps) {
  const lines = text.split('\n');
  const others = other?.split('\n');
  return (
    <ol className="untrusted-block overflow-x-auto p-3 font-mono text-[0.9em]" tabIndex={0}>
      {lines.map((line, index) => (
        <li key={index} className="flex gap-2">
          <span aria-hidden className="w-5 shrink-0 text-right text-faint select-none">
            {index + 1}
          </span>
          <span className="min-w-0 break-all whitespace-pre-wrap">
            <Line line={line} other={others?.[index]} compares={others !== undefined} tone={tone} />
          </span>
        </li>
      ))}
    </ol>
  );
}

type LineProps = {
  readonly line: string;
  readonly other: string | undefined;
  readonly compares: boolean;
  readonly tone: string;
};

function Line({ line, other = '', compares, tone }: LineProps) {
  if (!compares || line === other) return showEnds(line);
  const start = sharedStart(line, other);
  const end = sharedStart(reverse(line.slice(start)), reverse(other.slice(start)));
  const differing = line.slice(start, line.length - end);
  return (
    <>
      {line.slice(0, start)}
      <mark className={`rounded px-0.5 font-semibold ${tone}`}>
        {differing === '' ? (
          <>
            <span aria-hidden>·</span>
            <span className="sr-only">nothing here</span>
          </>
        ) : (
          showEnds(differing)
        )}
      </mark>
      {showEnds(line.slice(line.length - end))}
    </>
  );
}

/** Makes a carriage return visible, since it can be the mistake. */
const showEnds = (text: string): string => text.replaceAll('\r', '␍');

const reverse = (text: string): string => [...text].toReversed().join('');

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}
