import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import type { Uploaded } from './credential-messages.ts';

const languages = [
  ['curl', 'curl and openssl', 'activate.sh'],
  ['typescript', 'TypeScript', 'activate.ts'],
  ['python', 'Python', 'activate.py'],
  ['java', 'Java', 'Activate.java'],
] as const;

/** The same call as a program in each language, to be copied into a file. */
export function VerifyCalls({ calls }: { readonly calls: Uploaded['verify_calls'] }) {
  const [chosen, setChosen] = useState<(typeof languages)[number][0]>('curl');
  const [, , file] = languages.find(([name]) => name === chosen) ?? languages[0];
  return (
    <>
      <div role="group" aria-label="Language" className="flex flex-wrap gap-1.5 px-3">
        {languages.map(([name, words]) => (
          <button
            key={name}
            type="button"
            className={`button min-h-8 ${name === chosen ? 'border-accent text-accent' : ''}`}
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {words}
          </button>
        ))}
        <span className="ml-auto flex items-center gap-2">
          <code className="font-mono text-soft">{file}</code>
          <CopyButton text={calls[chosen]} what={file} />
        </span>
      </div>
      <pre
        className="m-3 max-h-96 overflow-auto rounded-md border border-line bg-paper p-3 font-mono text-[0.85em]"
        tabIndex={0}
        aria-label={file}
      >
        {calls[chosen]}
      </pre>
    </>
  );
}
