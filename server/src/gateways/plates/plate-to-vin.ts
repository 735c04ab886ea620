import type { PlateConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';
import { fetchProviderJson, memberOf } from './fetch-provider-json.ts';
import type { Plate, PlateAnswer } from './port.ts';

/** PlateToVin: POST /api/convert with the plain key; `{ success, vin: { vin, … } }`. */
export async function lookUpWithPlateToVin({ apiUrl, apiKey }: PlateConfig, plate: Plate): Promise<PlateAnswer> {
  const answer = await fetchProviderJson(`${apiUrl}/api/convert`, {
    method: 'POST',
    headers: { authorization: apiKey.reveal(), 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(plate),
  });
  if (answer === undefined) return { kind: 'unknown' };
  const vin = memberOf(memberOf(answer, 'vin'), 'vin');
  if (memberOf(answer, 'success') === true && typeof vin === 'string') return { kind: 'found', vin };
  throw new GatewayError('malformed', 'the plate provider gave no VIN');
}
