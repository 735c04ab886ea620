import { useState } from 'react';
import { canUsePasskeys, signInWithPasskey } from '#portal/passkeys.ts';
import { takeReturnPath } from '#portal/request.ts';

/** Signs in with a passkey of this device; not shown where the browser has none. */
export function PasskeyButton() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await signInWithPasskey();
      window.location.assign(takeReturnPath());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The passkey was not accepted.');
      setBusy(false);
    }
  };
  return (
    <div>
      <button type="button" className="button w-full justify-center" disabled={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </button>
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
