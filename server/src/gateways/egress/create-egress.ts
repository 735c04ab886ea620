import { accessSync, constants } from 'node:fs';
import type { Config } from '#platform/config';
import type { EgressGateway } from './port.ts';

type Settings = Pick<Config, 'webhookHostOverrides' | 'webhookCaFile' | 'webhookAllowLocal'>;

/**
 * Loaded lazily, because a process that sends no webhooks, such as most commands, does not need the library and the
 * certificate authorities.
 */
export function createLazyEgress(config: Settings): EgressGateway {
  // A missing file fails the start, not the first delivery.
  if (config.webhookCaFile !== undefined) accessSync(config.webhookCaFile, constants.R_OK);
  let opened: Promise<EgressGateway> | undefined;
  const egress = () => (opened ??= import('./egress.ts').then(({ createEgress }) => createEgress(config)));
  return {
    post: async (request) => (await egress()).post(request),
    ask: async (request) => (await egress()).ask(request),
    close: async () => {
      await (await opened)?.close();
    },
  };
}
