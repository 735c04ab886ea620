import {
  createMcpHandler,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { getCurrentAgreement } from '#modules/agents';
import type { Config } from '#platform/config';
import type { DocsSection } from '#app/reference/page-source';
import type { Call } from './call.ts';
import { checkMessage } from './check-message.ts';
import { consentMarkdown, pricingMarkdown } from './resource-texts.ts';
import { speakOwnWords } from './own-words.ts';
import { publishSchema } from './publish-schema.ts';
import { rewordRefusal } from './reword-refusal.ts';
import { runTool } from './run-tool.ts';
import { describeServer, protocolVersions } from './server-identity.ts';
import { promptText, sandboxInstructions, serverInstructions } from './tool-words.ts';
import { tools } from './tools.ts';

/** How long clients may keep a list or a page that is the same for everybody, in milliseconds. */
const keptMs = 300_000;

type Message = { readonly request: Request; readonly body: unknown };

/** Answers one message of either era of the protocol; the packages decide which it is. */
export async function serveMcp(call: Call, { request, body }: Message): Promise<Response> {
  const refusal = checkMessage(body);
  // With status 200, as all answers to a message that could be read.
  if (refusal !== undefined) return Response.json(refusal);
  const handler = createMcpHandler(() => speakOwnWords(createMcpServer(call), call.ctx.log), {
    // Nothing here changes while somebody listens, so no stream is held open for it.
    maxSubscriptions: 0,
    onerror: (error) => call.ctx.log.debug({ err: error.name }, 'mcp.message-refused'),
  });
  return rewordRefusal(await handler.fetch(request, { parsedBody: body }));
}

/** The server as one request sees it: there are no sessions, so it lives as long as the request. */
function createMcpServer(call: Call): McpServer {
  const { config } = call.ctx;
  const server = new McpServer(describeServer(config, call.livemode), {
    instructions: call.livemode ? serverInstructions : `${sandboxInstructions} ${serverInstructions}`,
    supportedProtocolVersions: [...protocolVersions],
    capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
  });
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: published(tool.input),
        outputSchema: published(tool.output),
        annotations: { title: tool.title, ...tool.annotations },
      },
      (given: unknown) => runTool(tool, call, given),
    );
  addResources(server, call);
  server.registerPrompt(
    'help_owner',
    {
      title: 'Help an owner with a total-loss offer',
      description: 'How to help somebody whose car was totaled and whose insurer offers too little, consent first.',
    },
    () => ({ messages: [{ role: 'user', content: { type: 'text', text: promptText } }] }),
  );
  return server;
}

const publishedSchemas = new WeakMap<TSchema, StandardSchemaWithJSON>();

/** Listed as it is, and checked by us: our own words say what is wrong, and what to ask the owner. */
function published(schema: TSchema): StandardSchemaWithJSON {
  const known = publishedSchemas.get(schema);
  if (known !== undefined) return known;
  const json = publishSchema(schema);
  const made: StandardSchemaWithJSON = {
    '~standard': {
      version: 1,
      vendor: 'makewhole',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
  publishedSchemas.set(schema, made);
  return made;
}

type Page = { readonly name: string; readonly uri: string; readonly title: string; readonly about: string };

const pages: readonly (Page & { readonly text: (config: Config, now: Date) => string })[] = [
  {
    name: 'agreement',
    uri: 'makewhole://agreement',
    title: 'Agent API Agreement',
    about: 'The agreement that registered agents accept, as it is in force.',
    text: (config) => getCurrentAgreement(config).markdown,
  },
  {
    name: 'pricing',
    uri: 'makewhole://pricing',
    title: 'Prices that may be quoted',
    about: 'What the services cost and when anything is charged.',
    text: pricingMarkdown,
  },
  {
    name: 'consent-wording',
    uri: 'makewhole://consent-wording',
    title: 'Consent wording',
    about: 'What to read to the owner before anything is submitted.',
    text: consentMarkdown,
  },
];

const mimeType = 'text/markdown';

/** What explains; the hundreds of others are found by search, and opened by their address. */
const listed: ReadonlySet<DocsSection> = new Set(['overview', 'start', 'concepts', 'guides']);

function addResources(server: McpServer, { ctx, docs }: Call): void {
  const cacheHint = { scope: 'public', ttlMs: keptMs } as const;
  for (const { name, uri, title, about, text } of pages)
    server.registerResource(name, uri, { title, description: about, mimeType, cacheHint }, async () => ({
      contents: [{ uri, mimeType, text: text(ctx.config, ctx.clock.now()) }],
    }));
  const uriOf = (path: string): string => `makewhole://docs${path}`;
  const template = new ResourceTemplate('makewhole://docs{+path}', {
    list: async () => ({
      resources: docs.pages
        .filter(({ section }) => listed.has(section))
        .map(({ path, title }) => ({ name: path, uri: uriOf(path), title, mimeType })),
    }),
  });
  server.registerResource(
    'documentation',
    template,
    { title: 'Documentation', description: 'A page of the developer documentation.', mimeType, cacheHint },
    async (uri, { path }) => {
      const page = docs.find(String(path));
      if (page === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType, text: page.markdown }] };
    },
  );
}
