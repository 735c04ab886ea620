/** A change that API users notice. `id` never changes, because feed readers identify an entry by it. */
export type ApiChange = {
  readonly id: string;
  readonly date: string;
  readonly title: string;
  readonly surfaces: readonly ('Agent API' | 'Partner API' | 'Documentation' | 'SDK')[];
  /** Markdown. */
  readonly text: string;
};

/** Newest first. */
export const apiChanges: readonly ApiChange[] = [
  {
    id: '2026-11-18-sandbox-described',
    date: '2026-11-18',
    title: 'The sandbox’s own operations are described',
    surfaces: ['Agent API', 'Documentation'],
    text: 'Steps, messages and sample reports have [pages](/developers/agent-sandbox) and an [interface description](/developers/agent-sandbox/openapi.json) with named schemas and examples from a run. Nothing that is sent has changed.',
  },
  {
    id: '2026-11-18-sandbox',
    date: '2026-11-18',
    title: 'A sandbox and a console for agents',
    surfaces: ['Agent API'],
    text: 'The whole agent API below `/sandbox`, where nothing reaches a person: [how to use it](/developers/guides/sandbox). The [console](/agent-console/sign-in) shows cases, events and every attempt of a delivery, live and in the sandbox.',
  },
  {
    id: '2026-11-18-mcp',
    date: '2026-11-18',
    title: 'An MCP server, and functions for models',
    surfaces: ['Agent API'],
    text: 'Assistants submit and follow cases [by MCP](/developers/start/mcp). [tools.json](/developers/agent/tools.json) has the agent API as strict functions. Counted answers of both APIs have `RateLimit` and `RateLimit-Policy`.',
  },
  {
    id: '2026-11-18-command-line',
    date: '2026-11-18',
    title: 'The command line',
    surfaces: ['Agent API', 'Partner API'],
    text: '[`mw`](/developers/cli) brings webhooks to your machine, names signing mistakes, checks rosters and runs your client through faults.',
  },
  {
    id: '2026-11-18-site',
    date: '2026-11-18',
    title: 'A page for everything',
    surfaces: ['Documentation'],
    text: 'Every operation, object, event type and error code has a page, and every page a Markdown twin at the same address with `.md`, or by `Accept: text/markdown`. There is a [search](/developers/search), a [status page](/developers/status) and this list as a feed.',
  },
  {
    id: '2026-11-18-help',
    date: '2026-11-18',
    title: 'Errors of the agent API lead to their page',
    surfaces: ['Agent API'],
    text: 'Each error answer has a `Link` header with `rel="help"`: the address of the [page of its code](/developers/errors). The body is as before.',
  },
  {
    id: '2026-11-18-nulls',
    date: '2026-11-18',
    title: 'Null counts as absent',
    surfaces: ['Agent API'],
    text: 'In a request, null in an optional member is the same as leaving it out, for clients that fill in every member.',
  },
  {
    id: '2026-11-18-words',
    date: '2026-11-18',
    title: 'Issues in plain words',
    surfaces: ['Agent API', 'Partner API'],
    text: 'Each wrong member has one issue that says what the value must be. A body that is no JSON is told by line and column, a row of NDJSON by its line.',
  },
  {
    id: '2026-11-18-descriptions',
    date: '2026-11-18',
    title: 'Interface descriptions for generators',
    surfaces: ['Agent API', 'Partner API'],
    text: 'The [agent](/developers/agent/openapi.json) and [partner](/developers/gap/openapi.json) descriptions have named schemas, operation ids that read as methods, events as a union by `type`, errors by `code`, and examples from a run. Nothing that is sent has changed.',
  },
  {
    id: '2026-11-18-sdk',
    date: '2026-11-18',
    title: 'The client library',
    surfaces: ['SDK'],
    text: '`@makewhole/sdk` calls every operation of both APIs, signs, retries with the same Idempotency-Key and verifies webhooks.',
  },
  {
    id: '2026-11-15-first',
    date: '2026-11-15',
    title: 'Agent API 1.0 and Partner API 1.1',
    surfaces: ['Agent API', 'Partner API'],
    text: 'The first version of this list. Both APIs are as their pages describe them.',
  },
];
