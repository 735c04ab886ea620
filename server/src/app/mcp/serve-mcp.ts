import {
  createMcpHandler,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type StandardSchemaWithJSON,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { getCurrentAgreement } from '#modules/agents';
import type { Config } from '#platform/config';
import type { DocsSection } from '#app/reference/page-source';
import type { Call } from './call.ts';
import { checkMessage } from './check-message.ts';
import { rewordRefusal } from './reword-refusal.ts';
import { runTool } from './run-tool.ts';
import { describeServer, protocolVersions } from './server-identity.ts';
import { promptText, sandboxInstructions, serverInstructions } from './tool-messages.ts';
import { tools } from './tools.ts';
import type { Logger } from '#platform/telemetry';
import { ruleWords } from '#modules/checkout';
import { computePricing, consentWords } from '#modules/intakes';
import { whereRepresented } from './facts-to-say.ts';

/** The consent text that agents read out before they submit anything, as a page. */
const consentMarkdown = ({ attestationVersion }: Config): string =>
  [
    '# Consent wording',
    `Version ${attestationVersion}. Read it to the owner in their language before you submit anything, and submit only after they say yes.`,
    'Approving a tool call is not the owner’s yes. Record the yes in `consent.attestation`, in your own words.',
    `## English\n\n${consentWords.consentWording.en.readOut}`,
    `## Español\n\n${consentWords.consentWording.es.readOut}`,
    '',
  ].join('\n\n');

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2).replace(/\.00$/, '')}`;

/** Prices as agents may quote them, as a page. */
function pricingMarkdown(config: Config, now: Date): string {
  const [list, discounted] = [computePricing(false), computePricing(true)];
  return [
    '# Prices you may quote',
    'The consultation is free. This interface never takes payments: the owner authorizes their own card on our page.',
    '| Service | List price | For customers submitted by an agent | When it is charged |\n| --- | --- | --- | --- |\n' +
      `| Research | ${dollars(list.research.list_cents)} | ${dollars(discounted.research.your_price_cents)} | A hold, captured at delivery. No guarantee. |\n` +
      `| Representation | ${dollars(list.representation.list_cents)} | ${dollars(discounted.representation.your_price_cents)} | A hold, ${ruleWords.en.captured}; otherwise nothing is charged. |`,
    whereRepresented(config, now),
    discounted.discount.note,
    '',
  ].join('\n\n');
}

type Json = Readonly<Record<string, unknown>>;

/** Formats that only our own validator knows; descriptions explain them. */
const ownFormats: readonly unknown[] = ['us-phone', 'month', 'timestamp'];
/** Examples belong on the operation's page; `\S` only means that a text is not blank. */
const isOurs = (name: string, value: unknown): boolean =>
  name === 'examples' || (name === 'format' && ownFormats.includes(value)) || (name === 'pattern' && value === '\\S');

/** A schema for every JSON Schema validator, without keywords that only ours supports. */
const publishSchema = (schema: object): Json => clean(JSON.parse(JSON.stringify(schema)) as Json) as Json;

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name, member]) => !isOurs(name, member));
  return Object.fromEntries(kept.map(([name, member]) => [name, clean(member)]));
}

/** Codes of JSON-RPC. */
const internalError = -32_603;
const invalidParams = -32_602;

/**
 * Replaces libraries' messages: an unreadable message is the client's mistake; any other failure is ours, which is
 * logged and not described.
 */
function speakOwnWords(server: McpServer, log: Logger): McpServer {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(reword(message, log), options);
    return connect(transport);
  };
  return server;
}

function reword(message: JSONRPCMessage, log: Logger): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== internalError) return message;
  if (isListOfIssues(message.error.message))
    return { ...message, error: { code: invalidParams, message: 'Invalid params: see the schema of this method.' } };
  log.error({ code: internalError }, 'mcp.message-failed');
  return { ...message, error: { code: internalError, message: 'Something went wrong on our side.' } };
}

/** The packages' validator writes its findings as a JSON list. */
const isListOfIssues = (text: string): boolean => /^\s*\[\s*\{/.test(text);

/** How long clients may cache a list or a page that is the same for everyone, in milliseconds. */
const keptMs = 300_000;

type Message = { readonly request: Request; readonly body: unknown };

/** Answers one message of either protocol era; the packages decide which it is. */
export async function serveMcp(call: Call, { request, body }: Message): Promise<Response> {
  const refusal = checkMessage(body);
  // With status 200, like all responses to a readable message.
  if (refusal !== undefined) return Response.json(refusal);
  const handler = createMcpHandler(() => speakOwnWords(createMcpServer(call), call.ctx.log), {
    // Nothing here changes during a connection, so no stream is held open.
    maxSubscriptions: 0,
    onerror: (error) => call.ctx.log.debug({ err: error.name }, 'mcp.message-refused'),
  });
  return rewordRefusal(await handler.fetch(request, { parsedBody: body }));
}

/** The server for one request: there are no sessions, so it lives as long as the request. */
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
      description: 'How to help a person whose car was totaled and whose insurer offers too little, consent first.',
    },
    () => ({ messages: [{ role: 'user', content: { type: 'text', text: promptText } }] }),
  );
  return server;
}

const publishedSchemas = new WeakMap<TSchema, StandardSchemaWithJSON>();

/** Lists the schema unchanged, and validates it ourselves, with our own messages and advice. */
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
    about: 'The current agreement that registered agents accept.',
    text: (config) => getCurrentAgreement(config).markdown,
  },
  {
    name: 'pricing',
    uri: 'makewhole://pricing',
    title: 'Prices you may quote',
    about: 'What the services cost and when they are charged.',
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

/** Sections with explanations; the hundreds of other pages are found by search, and opened by their address. */
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
