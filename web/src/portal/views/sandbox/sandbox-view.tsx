import { useTitle } from '#ui/title.ts';
import { InTestMode } from './live-notice.tsx';
import { Objects } from './objects.tsx';
import { ResetPanel } from './reset.tsx';

/** Test objects with their buttons, samples, and the reset. */
export function SandboxView() {
  useTitle('Test objects');
  return (
    <InTestMode>
      <h1 className="text-xl font-bold">Test objects</h1>
      <p className="mb-4 max-w-prose text-soft">
        Each button simulates an action by a borrower or our team, or the passing of time. It runs the same code as live
        mode and sends the same events to your test endpoints. No one is contacted.
      </p>
      <div className="grid gap-4">
        <Objects kind="referrals" />
        <Objects kind="enrollments" />
        <ResetPanel />
      </div>
    </InTestMode>
  );
}
