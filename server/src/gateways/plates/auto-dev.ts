import type { PlateConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { fetchProviderJson, memberOf } from './fetch-provider-json.ts';
import type { Plate, PlateAnswer } from './port.ts';

/** Auto.dev: GET /plate/{state}/{plate} with a bearer key; `{ vin, … }`, or the same below `data`. */
export async function lookUpWithAutoDev(
  { apiUrl, apiKey }: PlateConfig,
  { plate, state }: Plate,
): Promise<PlateAnswer> {
  const answer = await fetchProviderJson(`${apiUrl}/plate/${encodeURIComponent(state)}/${encodeURIComponent(plate)}`, {
    headers: { authorization: `Bearer ${apiKey.reveal()}`, accept: 'application/json' },
  });
  if (answer === undefined) return { kind: 'unknown' };
  const vin = memberOf(answer, 'vin') ?? memberOf(memberOf(answer, 'data'), 'vin');
  if (typeof vin === 'string') return { kind: 'found', vin };
  throw new GatewayError('malformed', 'the plate provider gave no VIN');
}
