import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressBucket, clientAddress, isWithin } from '#lib/network/address';
import type { Telemetry } from '#platform/telemetry';
import type { ErrorRenderer } from '../errors/render.ts';
import { boundConnections, droppedReasons } from './connections.ts';
import { Gate } from './gate.ts';
import { reasons, type Lane, type LaneBounds, type Visit } from './lane.ts';
import { lengthOf, sendRefusal } from './refusal.ts';

/** A surface as identified before routing: by its path prefix. */
export type AdmittedSurface = LaneBounds & {
  readonly prefixes: readonly string[];
  /** Only these methods; default: all. */
  readonly methods?: readonly string[];
  /** Whether a request lacks this surface's credential. It then takes a slot of the last surface, which is for unauthenticated clients. */
  readonly isStranger?: (request: Pick<IncomingMessage, 'method' | 'headers'>) => boolean;
  /** Paths with long-lived streaming responses. */
  readonly streams?: readonly string[];
  readonly errors: ErrorRenderer;
};

export type Admission = {
  /** Slots of all surfaces together. */
  readonly turns: number;
  readonly connections: { readonly most: number; readonly perAddress: number };
  /** The first surface with a matching prefix takes the request; the last one takes the rest. */
  readonly surfaces: readonly [AdmittedSurface, ...AdmittedSurface[]];
  /** Addresses that many clients share; they have no per-address limit. */
  readonly sharedRanges: BlockList;
};

type AdmitOptions = {
  readonly admission: Admission;
  readonly trustedProxies: BlockList;
  readonly telemetry: Telemetry;
  readonly team: FastifyInstance['team'];
  readonly headers: Readonly<Record<string, string>>;
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

const sweepMs = 1_000;

/** Work for a disconnected client ends by then: this is longer than the database's statement timeout. */
const abandonedMs = 35_000;

/** A legitimate client does not send more requests than this without waiting for a response. */
const pipelined = 100;

/**
 * Sits between the server and the framework. A request refused here was not parsed, routed, logged or authenticated,
 * and had no effect. Returns the request handler and a function that monitors the server.
 */
export function admitRequests(options: AdmitOptions) {
  const { admission, telemetry } = options;
  const gate = new Gate({ turns: admission.turns, lanes: admission.surfaces });
  const report = reportRefusals(telemetry, gate);
  const findLane = laneFinder(admission.surfaces, gate.lanes);
  const visits = new WeakMap<Socket, OpenVisits>();

  const receive = (exchange: Exchange, handler: Handler): void => {
    const { request, response } = exchange;
    const { socket } = request;
    if (socket.destroyed) return;
    const { lane, surface } = findLane(request);
    const onSocket = visitsOf(visits, socket, gate);
    if (onSocket.size >= pipelined) return void socket.destroy();
    const isArriving = hasBody(request) && !request.complete;
    const visit: Visit = {
      lane,
      address: addressOf(request, options),
      slow: isArriving || surface.streams?.includes(pathOf(request.url ?? '')) === true,
      state: 'new',
      since: 0,
      begin: () => handler(request, response),
      turnAway: (reason) => {
        report.refused(lane, reason);
        sendRefusal(options, surface.errors, exchange);
      },
    };
    onSocket.set(visit, response);
    if (isArriving) request.once('end', () => gate.arrived(visit));
    // The response is complete, even if the client has not read it: the connection sends the rest.
    response.once('prefinish', () => {
      onSocket.delete(visit);
      gate.leave(visit);
    });
    gate.enter(visit);
  };
  return {
    gate,
    handle:
      (handler: Handler): Handler =>
      (request, response) => {
        const exchange = { request, response };
        // A small body arrives with its head, and has been read by then.
        if (hasBody(request)) process.nextTick(receive, exchange, handler);
        else receive(exchange, handler);
      },
    watch: (server: Server): void => {
      const bounds = { ...admission.connections, proxies: options.trustedProxies };
      const { closeUnread } = boundConnections(server, bounds, report.dropped);
      watchTime(server, () => {
        gate.sweep();
        closeUnread();
        report.log();
      });
    },
  };
}

/** Sweeps while the server listens. */
function watchTime(server: Server, sweep: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer ??= setInterval(sweep, sweepMs).unref();
  });
  server.on('close', () => clearInterval(timer));
}

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

function laneFinder(surfaces: Admission['surfaces'], lanes: readonly Lane[]) {
  const all = surfaces.map((surface, index) => ({ surface, lane: lanes[index] as Lane }));
  const other = all.at(-1) as (typeof all)[number];
  const fits = (path: string, prefix: string): boolean =>
    path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
  return (request: IncomingMessage) => {
    const { url = '', method = '' } = request;
    const path = pathOf(url);
    const has = ({ prefixes, methods }: AdmittedSurface): boolean =>
      methods?.includes(method) !== false && prefixes.some((prefix) => fits(path, prefix));
    const found = all.find(({ surface }) => has(surface)) ?? other;
    return found.surface.isStranger?.(request) === true ? { ...found, lane: other.lane } : found;
  };
}

function addressOf({ headers, socket }: IncomingMessage, { trustedProxies, admission }: AdmitOptions) {
  const forwarded = headers['x-forwarded-for'];
  const entries = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  const address = clientAddress(socket.remoteAddress ?? '', entries, trustedProxies);
  return isWithin(admission.sharedRanges, address) ? undefined : addressBucket(address);
}

type OpenVisits = Map<Visit, ServerResponse>;

/**
 * The open requests of a connection. They end with it, including those waiting behind others. Only a request that still
 * occupies the database keeps its slot; otherwise clients that disconnect could occupy the database without limit.
 */
function visitsOf(visits: WeakMap<Socket, OpenVisits>, socket: Socket, gate: Gate): OpenVisits {
  const known = visits.get(socket);
  if (known !== undefined) return known;
  const open: OpenVisits = new Map();
  visits.set(socket, open);
  socket.once('close', () => {
    for (const [visit, response] of open)
      if (visit.state === 'begun' && !response.headersSent) setTimeout(() => gate.leave(visit), abandonedMs).unref();
      else gate.leave(visit);
  });
  return open;
}

/** Counted individually but logged together, so that a flood of requests does not become a flood of log lines. */
function reportRefusals({ metrics, log }: Telemetry, gate: Gate) {
  const since = new Map<string, number>();
  let loggedAt = -Infinity;
  metrics.observeAdmission(() =>
    gate.lanes.map(({ bounds: { name }, turns, queue, slow }) => ({ name, turns, waiting: queue.length, slow })),
  );
  for (const { bounds } of gate.lanes)
    for (const reason of reasons) metrics.turnedAway.inc({ surface: bounds.name, reason }, 0);
  for (const reason of droppedReasons) metrics.droppedConnections.inc({ reason }, 0);
  const note = (what: string): void => void since.set(what, (since.get(what) ?? 0) + 1);
  return {
    refused(lane: Lane, reason: (typeof reasons)[number]): void {
      metrics.turnedAway.inc({ surface: lane.bounds.name, reason });
      note(`${lane.bounds.name}.${reason}`);
    },
    dropped(reason: (typeof droppedReasons)[number]): void {
      metrics.droppedConnections.inc({ reason });
      note(`connections.${reason}`);
    },
    log(now = performance.now()): void {
      if (since.size === 0 || now - loggedAt < logEveryMs) return;
      loggedAt = now;
      log.warn({ refused: Object.fromEntries(since) }, 'http.turned-away');
      since.clear();
    },
  };
}

const logEveryMs = 10_000;
