import { Link } from '@tanstack/react-router';
import { Section } from '#ui/section.tsx';
import { usePortal, usePortalAction, type Response } from '#portal/api.ts';
import { navigation } from '#portal/navigation.ts';
import { When } from '#portal/when.tsx';
import { evidencePaths, stepWords, type Step } from './go-live-messages.ts';
import { RehearsalForm } from './rehearsal-form.tsx';

type List = Response<'GET /go-live'>;

/** Steps an institution has done in its sandbox; when all are done, it can ask to go live. */
export function GoLiveList({ list }: { readonly list: List }) {
  const { steps } = list;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (list.live_open) return null;
  return (
    <Section title="Before you go live" note={`${done} of ${steps.length} done`}>
      <p className="max-w-prose px-3 pt-3 text-soft">
        Steps are checked off by activity in your sandbox and count for 30 days.
        {next !== undefined && (
          <>
            {' '}
            Next: <strong className="text-ink">{stepWords[next.step].task}</strong>.
          </>
        )}
      </p>
      <ol className="grid gap-px p-3">
        {steps.map((step) => (
          <StepItem key={step.step} step={step} list={list} isNext={step === next} />
        ))}
      </ol>
      <AskForLive list={list} />
    </Section>
  );
}

type StepItemProps = { readonly step: Step; readonly list: List; readonly isNext: boolean };

function StepItem({ step, list, isNext }: StepItemProps) {
  const { title, how, section } = stepWords[step.step];
  return (
    <li className="flex gap-3 border-b border-line py-2 last:border-b-0">
      <span
        aria-hidden
        className={`mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border font-bold ${step.done ? 'border-good bg-good-soft text-good' : 'border-edge text-faint'}`}
      >
        {step.done ? '✓' : ''}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {title}
          <span className="sr-only">{step.done ? ' (done)' : ' (not yet)'}</span>
        </p>
        {step.done ? (
          <p className="text-soft">
            {step.since !== null && <When at={step.since} />} <Evidence step={step} />
          </p>
        ) : (
          <details open={isNext} className="text-soft">
            <summary className="cursor-pointer">How</summary>
            <p className="max-w-prose pt-1">
              {how} <Place section={section} />
            </p>
            {step.step === 'unknown_event' && <RehearsalForm endpoints={list.endpoints} />}
          </details>
        )}
      </div>
    </li>
  );
}

/** A link to the page of a step, by its menu name; nothing for users who may not open it. */
function Place({ section }: { readonly section: string }) {
  const { institutionId, may } = usePortal();
  const entry = navigation.flatMap(({ entries }) => entries).find(({ path }) => path === section);
  if (entry === undefined || !may(entry.needs)) return null;
  return (
    <Link
      to={`/$institutionId/$mode${section}` as '/$institutionId/$mode'}
      params={{ institutionId, mode: 'test' }}
      className="text-accent underline"
    >
      Go to {entry.label}
    </Link>
  );
}

/** A link where there is a page of such things that the user may open; otherwise the id alone. */
function Evidence({ step }: { readonly step: Step }) {
  const { institutionId, may } = usePortal();
  if (step.evidence === null) return null;
  const { kind, id } = step.evidence;
  const { section, name } = evidencePaths[kind];
  const entry = navigation.flatMap(({ entries }) => entries).find(({ path }) => path === section);
  if (entry === undefined || !may(entry.needs)) return <code className="font-mono break-all">{id}</code>;
  // The steps happen in the sandbox, even if the list is viewed in live mode.
  const path = kind === 'credential' ? section : `${section}/${id}`;
  return (
    <Link
      to={`/$institutionId/$mode${path}` as '/$institutionId/$mode'}
      params={{ institutionId, mode: 'test' }}
      className="text-accent underline"
      aria-label={`${name} ${id}`}
    >
      {name}
    </Link>
  );
}

function AskForLive({ list }: { readonly list: List }) {
  const { may, mode, institutionId } = usePortal();
  const ask = usePortalAction('POST /go-live/request', 'We’ve notified our team that you want to go live.');
  if (list.live_requested_at !== null)
    return (
      <p role="status" className="mx-3 mb-3 rounded-md border border-good bg-good-soft px-3 py-2">
        You asked to go live on <When at={list.live_requested_at} />. Our team will open live mode; until then, the
        sandbox keeps working.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 px-3 pb-3">
      {mode === 'test' ? (
        <button
          type="button"
          className="button-main"
          disabled={!list.ready || !may('settings.write') || ask.isPending}
          onClick={() => ask.mutate({})}
        >
          Ask to go live
        </button>
      ) : (
        <Link to="/$institutionId/$mode" params={{ institutionId, mode: 'test' }} className="text-accent underline">
          Go to the sandbox
        </Link>
      )}
      <span className="text-soft">
        {!list.ready && 'Once every step is done, you can ask us to open live mode.'}
        {list.ready &&
          !may('settings.write') &&
          'Every step is done. An owner or admin of your institution can now ask to go live.'}
      </span>
      {ask.error !== null && (
        <span role="alert" className="text-bad">
          {ask.error.message}
        </span>
      )}
    </div>
  );
}
