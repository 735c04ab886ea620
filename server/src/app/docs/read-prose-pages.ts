import { readdirSync, readFileSync } from 'node:fs';
import type { Config } from '#platform/config';
import type { DocsSection, PageSource } from '#app/reference/page-source';
import { docFacts } from './doc-facts.ts';

const pagesFolder = new URL('pages/', import.meta.url);
const samplesFolder = new URL('samples/', import.meta.url);

/** The files of a sample in the order of its tabs, and the language of their code. */
const sampleFiles = [
  ['curl.sh', 'bash', 'curl'],
  ['typescript.ts', 'typescript', 'typescript'],
  ['python.py', 'python', 'python'],
  ['java.java', 'java', 'java'],
  ['bash.sh', 'bash', 'bash'],
] as const;

const sections: Readonly<Record<string, DocsSection>> = { start: 'start', concepts: 'concepts', guides: 'guides' };

/** The hand-written pages, as Markdown files below `pages`. */
export const readProsePages = (config: Config): PageSource[] =>
  readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => toSource(file, config));

function toSource(file: string, config: Config): PageSource {
  const { fields, text } = readFrontMatter(readFileSync(new URL(file, pagesFolder), 'utf8'), file);
  const name = file.replace(/\.md$/, '');
  const [folder = '', page] = name.split('/');
  const section = page === undefined ? (name === 'index' ? 'overview' : 'more') : sections[folder];
  if (section === undefined) throw new Error(`${file} is in no section`);
  return {
    path: name === 'index' ? '/developers' : `/developers/${name}`,
    title: fields.title,
    description: fields.description,
    section,
    order: fields.order,
    keywords: fields.keywords,
    markdown: () => `# ${fields.title}\n\n${fill(text, config, file)}`,
  };
}

type Fields = {
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** Other words that a reader may search for. */
  readonly keywords: string;
};

function readFrontMatter(content: string, file: string): { readonly fields: Fields; readonly text: string } {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n+([\s\S]*)/.exec(content) ?? [];
  const found = new Map(
    head.split('\n').map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const [title, description, order] = ['title', 'description', 'order'].map((name) =>
    found.get(name)?.replace(/^(["'])(.*)\1$/, '$2'),
  );
  if (!title || !description || order === undefined) throw new Error(`${file} needs title, description and order`);
  // The title is the first heading; a page that repeats it shows it once.
  const keywords = found.get('keywords') ?? '';
  return { fields: { title, description, order: Number(order), keywords }, text: text.replace(/^# .*\n+/, '') };
}

/** Fills in values that are known only at run time: the service's address, facts, samples. */
function fill(text: string, config: Config, file: string): string {
  const facts = docFacts(config);
  return text
    .replaceAll(/^\{\{sample:([a-z0-9-]+)\}\}$/gm, (_all, name: string) => readSample(name, file))
    .replaceAll(/\{\{fact:([a-zA-Z0-9_-]+)\}\}/g, (_all, name: string) => {
      const fact = facts[name];
      if (fact === undefined) throw new Error(`${file} names the fact ${name}, which is not known`);
      return fact;
    })
    .replaceAll('{{base}}', config.publicBaseUrl);
}

function readSample(name: string, page: string): string {
  const folder = new URL(`${name}/`, samplesFolder);
  const files = new Set(readdirSync(folder, { encoding: 'utf8' }));
  const blocks = sampleFiles
    .filter(([file]) => files.has(file))
    .map(([file, language, tab]) => {
      const code = readFileSync(new URL(file, folder), 'utf8').trimEnd();
      return `\`\`\`${language} tab=${tab}\n${code}\n\`\`\``;
    });
  if (blocks.length === 0) throw new Error(`${page} names the sample ${name}, which is empty`);
  return blocks.join('\n\n');
}
