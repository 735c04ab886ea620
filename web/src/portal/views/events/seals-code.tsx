import { useState } from 'react';
import { CopyButton } from '#ui/copy-button.tsx';
import { SelectField } from '#ui/form.tsx';
import { Section } from '#ui/section.tsx';

const files = import.meta.glob<string>('../../../../../sdk/examples/seal/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const fileIn = (ending: string): string => Object.entries(files).find(([path]) => path.endsWith(ending))?.[1] ?? '';

const snippets = { TypeScript: fileIn('.ts'), Python: fileIn('.py'), SQL: fileIn('.sql') } as const;
type Language = keyof typeof snippets;

/** Code for computing the digest, from the same files our tests run against a real day. */
export function SealsCode() {
  const [language, setLanguage] = useState<Language>('TypeScript');
  const code = snippets[language];
  return (
    <Section title="Compute the digest yourself">
      <div className="grid gap-3 p-3">
        <p>
          Group events into days by <code>created_at</code>, counting each id once. Sort the ids by byte order, join
          them with line feeds, and hash the result with SHA-256.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Language"
            value={language}
            onChange={(chosen) => setLanguage(chosen as Language)}
            options={Object.keys(snippets).map((name) => [name, name] as const)}
          />
          <CopyButton text={code} what={`code in ${language}`} />
        </div>
        <pre
          tabIndex={0}
          aria-label={`Code in ${language}`}
          className="overflow-x-auto rounded-md bg-ground p-3 font-mono"
        >
          {code}
        </pre>
      </div>
    </Section>
  );
}
