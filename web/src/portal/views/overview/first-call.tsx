import { Link } from '@tanstack/react-router';
import { CopyButton } from '#ui/copy-button.tsx';
import { Section } from '#ui/section.tsx';
import { usePortal } from '#portal/api.ts';

/** The smallest possible call. The key is a placeholder, because keys are shown only once. */
export function FirstCall() {
  const { institutionId, mode, may } = usePortal();
  const call = `curl ${window.location.origin}/api/gap/v1/me \\\n  --header 'Authorization: Bearer gap_${mode}_YOUR_KEY'`;
  return (
    <Section title="First call">
      <div className="grid gap-2 p-3">
        <p className="text-soft">
          Returns the key’s details, its institution and its permissions. Replace gap_{mode}_YOUR_KEY with your own{' '}
          {mode} key.{' '}
          {may('credentials.write') && (
            <Link to="/$institutionId/$mode/keys" params={{ institutionId, mode }} className="text-accent underline">
              Create a key
            </Link>
          )}
        </p>
        <pre
          className="overflow-auto rounded-md border border-line bg-paper p-3 font-mono text-[0.85em]"
          tabIndex={0}
          aria-label="First call with curl"
        >
          {call}
        </pre>
        <div>
          <CopyButton text={call} what="First call" />
        </div>
      </div>
    </Section>
  );
}
