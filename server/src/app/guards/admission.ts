import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config';
import {
  agentErrors,
  customerErrors,
  htmlErrors,
  problemErrors,
  type AdmittedSurface,
  type Admission,
  type ErrorRenderer,
} from '#platform/http';
import { mcpErrors } from './mcp-errors.ts';

/** Out of 88 slots; the 4 unreserved ones go to whichever surface needs them. */
const parts = 88;

/**
 * For each surface: its guaranteed slots, its maximum, how many requests begin per turn of the event loop, and whether
 * it pauses after that turn because most of its callers are unauthenticated.
 */
const shares = {
  agent: [10, 32, 4, false],
  partner: [12, 32, 4, false],
  staff: [12, 32, 4, false],
  portal: [8, 24, 4, false],
  owners: [6, 12, 2, true],
  providers: [4, 12, 2, false],
  // A sign-in holds a slot while a password is compared; unauthenticated ones share twenty separate places: see platform/sign-in.
  signIn: [24, 36, 4, false],
  board: [4, 8, 2, true],
  public: [2, 6, 2, true],
  // Test traffic waits longer than real traffic.
  sandbox: [2, 8, 2, true],
} as const;

const unbounded = { guaranteed: Infinity, most: Infinity, waiting: Infinity, slow: Infinity } as const;

/** The MCP servers share the slots of the agent surfaces, and respond in their protocol's format. */
const errorsOfAgents: ErrorRenderer = {
  ...agentErrors,
  render: (error, request) =>
    (/^(\/sandbox)?\/mcp(?=[/?]|$)/.test(request.originalUrl) ? mcpErrors : agentErrors).render(error, request),
};

type Shown = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * A request without a plausible credential is refused or reads public data. Only its form is checked here: the surface
 * decides whether a credential is valid.
 */
const isStranger = {
  agent: ({ method, headers }: Shown) =>
    (method === 'GET' || method === 'HEAD') && !/^Bearer svc_/i.test(headers.authorization ?? ''),
  partner: ({ headers }: Shown) =>
    !/^Bearer gap_/i.test(headers.authorization ?? '') && headers['signature-input'] === undefined,
  staff: ({ headers: { authorization, cookie } }: Shown) =>
    authorization === undefined ? cookie?.includes('__Host-') !== true : !/^Bearer svc_staff_/i.test(authorization),
} as const;

/** How a process's slots are shared: a flood on one surface cannot take slots that are guaranteed to another. */
export function shareAdmission({ admission, publicBaseUrl, sharedRanges }: Config): Admission {
  const { requests, waiting, slow, rest, connections, connectionsPerAddress } = admission;
  const share = (name: keyof typeof shares, strangers: boolean) => {
    const [guaranteed, most, pace, rests] = shares[name];
    const scaled = (turns: number): number => Math.max(1, Math.floor((turns * requests) / parts));
    const turns = { guaranteed: scaled(guaranteed), most: scaled(most), pace };
    return { name, strangers, ...turns, rest: rests ? rest : 0, waiting, slow };
  };
  const health: AdmittedSurface = {
    name: 'health',
    ...unbounded,
    pace: 2,
    rest,
    strangers: false,
    prefixes: ['/livez', '/readyz', '/healthz'],
    errors: htmlErrors,
  };
  return {
    turns: requests,
    connections: { most: connections, perAddress: connectionsPerAddress },
    sharedRanges,
    surfaces: [
      health,
      {
        ...share('agent', true),
        prefixes: ['/api/agent/v1', '/mcp'],
        isStranger: isStranger.agent,
        errors: errorsOfAgents,
      },
      { ...share('sandbox', true), prefixes: ['/sandbox'], errors: errorsOfAgents },
      {
        ...share('partner', false),
        prefixes: ['/api/gap/v1'],
        isStranger: isStranger.partner,
        errors: problemErrors({ surface: 'partner', realm: 'gap', publicBaseUrl }),
      },
      {
        ...share('staff', false),
        prefixes: ['/api/staff/v1'],
        streams: ['/api/staff/v1/stream'],
        isStranger: isStranger.staff,
        errors: problemErrors({ surface: 'staff', realm: 'staff', publicBaseUrl }),
      },
      {
        ...share('portal', true),
        prefixes: ['/api/portal/v1', '/api/agent-console/v1'],
        errors: problemErrors({ surface: 'portal', realm: 'portal', publicBaseUrl }),
      },
      {
        ...share('owners', true),
        prefixes: ['/c', '/i', '/checkout', '/test-cards', '/appraisal', '/stop', '/case'],
        errors: customerErrors,
      },
      { ...share('providers', false), prefixes: ['/providers', '/hooks'], errors: htmlErrors },
      { ...share('signIn', true), prefixes: ['/sign-in'], methods: ['POST'], errors: htmlErrors },
      { ...share('board', true), prefixes: ['/board', '/portal', '/sign-in', '/agent-console'], errors: htmlErrors },
      { ...share('public', true), prefixes: [], errors: htmlErrors },
    ],
  };
}
