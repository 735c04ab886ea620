import { useEffect, useState } from 'react';
import { makeKeyPair, type KeyPair } from './key-pair.ts';

type Made = { readonly pair: KeyPair; readonly saved: boolean };

type MadePairProps = {
  readonly made: Made | undefined;
  readonly problem: string | undefined;
  onChange(made: Made | undefined): void;
};

/**
 * Generates a pair in the browser and offers the private key as a file; the public key is uploaded only after the
 * download.
 */
export function MadePair({ made, problem, onChange }: MadePairProps) {
  const [failed, setFailed] = useState(false);
  const make = async (): Promise<void> => {
    try {
      onChange({ pair: await makeKeyPair(), saved: false });
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="grid gap-2 sm:col-span-full">
      <p className="max-w-prose text-soft">
        The key pair is generated on this computer. You download the private key as a file; it isn’t sent to us and
        can’t be recovered.
      </p>
      <div className="flex flex-wrap items-center gap-2" aria-live="polite">
        <button type="button" className="button" onClick={() => void make()}>
          {made === undefined ? 'Generate a key pair' : 'Generate another pair'}
        </button>
        {made !== undefined && (
          <>
            <Download text={made.pair.privateKey} onSaved={() => onChange({ ...made, saved: true })} />
            <span className="text-soft">
              {made.saved
                ? `The private key is in private.pem (${made.pair.algorithm}).`
                : `An ${made.pair.algorithm === 'Ed25519' ? 'Ed25519' : 'ECDSA P-256'} key pair generated. Download the private key first.`}
            </span>
          </>
        )}
      </div>
      {failed && (
        <p role="alert" className="text-bad">
          This browser can’t generate a key pair. Generate one with openssl and paste the public key.
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A link to the memory of this page; it ends with the pair. */
function Download({ text, onSaved }: { readonly text: string; onSaved(): void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a href={url} download="private.pem" className="button-main" onClick={onSaved}>
      Download the private key
    </a>
  );
}
