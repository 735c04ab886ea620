/** VINs cannot be decoded until somebody looks; never an answer to a caller. */
export class VehicleDataError extends Error {
  override readonly name = 'VehicleDataError';
}

/** Words for the operator: paths, checksums and what the system said, nothing that a caller sent. */
export function vehicleDataUnusable(why: string, cause?: unknown): VehicleDataError {
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  return new VehicleDataError(`Vehicle data is not usable: ${why}${because}.`, {
    cause,
  });
}
