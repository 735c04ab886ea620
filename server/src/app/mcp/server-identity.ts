import type { Config } from '#platform/config';

/** The MCP server's own version, by semantic versioning: an additional tool or member is a minor version. */
export const serverVersion = '1.0.0';

/** At most 100 characters, for registries. */
export const serverDescription =
  'Help a car owner whose total-loss offer is too low: facts, market read, free consultation.';

/**
 * The supported protocol revisions: the one without sessions, and those with a handshake. 2025-03-26 is not supported,
 * because it requires batches.
 */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Derived from the service's address, as registries require: `com.example/makewhole`. */
export function serverName({ publicBaseUrl }: Config, livemode = true): string {
  const host = new URL(publicBaseUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, '');
  return `${host.split('.').toReversed().join('.')}/makewhole${livemode ? '' : '-sandbox'}`;
}

export const describeServer = (config: Config, livemode: boolean) => ({
  name: serverName(config, livemode),
  title: livemode ? 'Makewhole' : 'Makewhole sandbox',
  version: serverVersion,
  description: serverDescription,
  websiteUrl: `${config.publicBaseUrl}/developers`,
});
