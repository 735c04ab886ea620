import type { CardHolds } from '#gateways/cards';
import type { EgressGateway } from '#gateways/egress';
import type { MailGateway } from '#gateways/mail';
import type { ObjectStore } from '#gateways/objects';
import type { PlateGateway } from '#gateways/plates';
import type { TextGateway } from '#gateways/text';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Vault } from '#platform/crypto';
import type { Database, InRead, InTransaction, RowScope } from '#platform/db';
import type { Limits } from '#platform/limits';
import type { Logger, Metrics } from '#platform/telemetry';
import type { Actor } from '#actor';

/** What every verb receives: the infrastructure, the gateways, and who is acting. Fourteen members at most. */
export type Ctx = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly limits: Limits;
  readonly mail: MailGateway;
  readonly text: TextGateway;
  readonly egress: EgressGateway;
  readonly objects: ObjectStore;
  readonly plates: PlateGateway;
  readonly cards: CardHolds;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly actor: Actor;
};

/** The same inside a transaction. */
export type Tx = InTransaction<Ctx>;

/** For verbs that only read: reads sent together are one transaction (`readTogether`), and a `Ctx` or a `Tx` is one too. */
export type Rx = InRead<Ctx>;

/** The context of somebody who is known now: what they do is theirs, and the database shows them no row of others. */
export const actFor = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor, db: ctx.db.seeing(rowsOf(actor)) });

/** Staff act for everybody; a token or a link opens one case, whosever it is, and the verb that reads it says which. */
function rowsOf(actor: Actor): RowScope {
  if (actor.kind === 'partner' || actor.kind === 'portal') return { account: actor.institutionId };
  if (actor.kind === 'agent') return { account: actor.principalId };
  return actor.kind === 'anonymous' || actor.kind === 'portal user' ? 'none' : 'all';
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx;
  }
}
