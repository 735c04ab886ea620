import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import { protocolVersions, serverDescription, serverName, serverVersion } from '#app/mcp/server-identity';
import type { Config } from '#platform/config';

const cardType = 'application/mcp-server-card+json';

const skillTemplate = readFileSync(new URL('./skill.md', import.meta.url), 'utf8');

/** How an agent helps an owner, as a skill that agents can load (agentskills.io). */
const skillText = ({ publicBaseUrl }: Config): string => skillTemplate.replaceAll('{{base}}', publicBaseUrl);

const skillPath = '/.well-known/agent-skills/makewhole/SKILL.md';

/** The index of skills (agent skills discovery, draft 0.2.0); the digest reveals changes. */
function skillIndex(config: Config): object {
  const text = skillText(config);
  const [, description = ''] = /^description: (.+)$/m.exec(text) ?? [];
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'makewhole',
        type: 'skill-md',
        description,
        url: `${config.publicBaseUrl}${skillPath}`,
        digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      },
    ],
  };
}

/** The MCP server's address and identity, before a client connects (SEP-2127, draft). The server itself lists its tools. */
const serverCard = (config: Config): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
  name: serverName(config),
  title: 'Makewhole',
  description: serverDescription,
  version: serverVersion,
  websiteUrl: `${config.publicBaseUrl}/developers`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${config.publicBaseUrl}/mcp`,
      supportedProtocolVersions: [...protocolVersions],
      headers: [
        {
          name: 'Authorization',
          description: 'Bearer and an agent key; optional, and needed for list_my_cases',
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ],
});

/** The MCP servers of this host (draft of the same working group). */
function serverCatalog(config: Config): object {
  const host = new URL(config.publicBaseUrl).hostname;
  return {
    specVersion: 'draft',
    entries: [
      {
        identifier: `urn:air:${host}:makewhole`,
        displayName: 'Makewhole',
        type: cardType,
        url: `${config.publicBaseUrl}/mcp/server-card`,
      },
    ],
  };
}

/** The interfaces of this host, each with its description and its documentation (RFC 9727, as a linkset of RFC 9264). */
function apiCatalog({ publicBaseUrl: base }: Config): object {
  const status = [{ href: `${base}/developers/status.json`, type: 'application/json' }];
  const api = (anchor: string, name: string, page = name) => ({
    anchor: `${base}${anchor}`,
    'service-desc': [{ href: `${base}/developers/${name}/openapi.json`, type: 'application/json' }],
    'service-doc': [{ href: `${base}/developers/${page}`, type: 'text/html' }],
    status,
  });
  const interfaces = [
    api('/api/agent/v1', 'agent'),
    api(`${agentSandboxPath}/api`, 'agent-sandbox'),
    api('/api/agent-console/v1', 'agent-console', 'guides/sandbox'),
    api('/api/gap/v1', 'gap'),
    {
      anchor: `${base}/mcp`,
      'service-desc': [{ href: `${base}/mcp/server-card`, type: cardType }],
      'service-doc': [{ href: `${base}/developers/start/mcp`, type: 'text/html' }],
      status,
    },
  ];
  const item = interfaces.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: `${base}/.well-known/api-catalog`, item }, ...interfaces] };
}

/** All discovery documents by path; they are the same for all clients. */
export const discoveryFiles = {
  '/.well-known/api-catalog': {
    operation: 'discovery.api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    content: apiCatalog,
  },
  '/.well-known/mcp/catalog.json': {
    operation: 'discovery.mcp-catalog',
    type: 'application/json',
    content: serverCatalog,
  },
  '/.well-known/mcp/server-card.json': { operation: 'discovery.mcp-server-card', type: cardType, content: serverCard },
  '/mcp/server-card': { operation: 'discovery.mcp-own-card', type: cardType, content: serverCard },
  '/.well-known/agent-skills/index.json': {
    operation: 'discovery.skills',
    type: 'application/json',
    content: skillIndex,
  },
  [skillPath]: { operation: 'discovery.skill', type: 'text/markdown', content: skillText },
} as const;
