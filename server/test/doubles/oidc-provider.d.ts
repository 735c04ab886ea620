// The parts of oidc-provider that tests use; the package ships no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Account = {
    readonly accountId: string;
    claims(): Promise<Readonly<Record<string, unknown>>>;
  };

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type Context = {
    readonly oidc: {
      readonly provider: { readonly Grant: new (of: Readonly<Record<string, string | undefined>>) => Grant };
      readonly client: { readonly clientId: string } | undefined;
      readonly session: { readonly accountId: string | undefined } | undefined;
    };
  };

  export type Configuration = Readonly<Record<string, unknown>> & {
    readonly interactions: { url(ctx: Context, interaction: { readonly uid: string }): string };
    findAccount(ctx: Context, id: string): Promise<Account | undefined>;
    loadExistingGrant(ctx: Context): Promise<Grant>;
  };

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
