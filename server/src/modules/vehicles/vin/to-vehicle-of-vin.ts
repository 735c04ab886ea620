import { decidePowertrain, listTrims, nameBody, nameDrive, nameFuel, nameModel } from '../names/name-rules.ts';
import type { Powertrain } from '../names/model-alias-data.ts';
import type { DecodedVin } from './create-vin-decoder.ts';

/** What a VIN tells, as it is stored and shown. */
export type VehicleOfVin = {
  readonly vin: string;
  readonly year?: number;
  readonly make?: string;
  /** As listings call it: an electric F-150 is an F-150 Lightning. */
  readonly model?: string;
  readonly series?: string;
  /** Every trim that fits the VIN's characters; none of them is a fact, not even a single one. */
  readonly trims: string[];
  readonly body?: string;
  readonly engine?: string;
  readonly displacement_l?: number;
  readonly cylinders?: number;
  readonly fuel?: string;
  readonly powertrain?: Powertrain;
  readonly drive?: string;
  readonly cab?: string;
  readonly transmission?: string;
  readonly check_digit: 'right' | 'wrong' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly data_version: string;
};

/** What a VIN tells, in the words of listings; only what it does tell. */
export function toVehicleOfVin(vin: string, decoded: DecodedVin): VehicleOfVin {
  const { year, make, model, series, trims, bodyClass, engine, drive, cab, transmission } = decoded;
  const powertrain = decidePowertrain(engine);
  const fuel = nameFuel(engine);
  const named = make === undefined || model === undefined ? undefined : { vin, make, model, series, trims, powertrain };
  return {
    vin,
    ...(year === undefined ? {} : { year }),
    ...(make === undefined ? {} : { make }),
    ...(named === undefined ? {} : { model: nameModel(named) }),
    ...(series === undefined ? {} : { series }),
    trims: named === undefined ? [] : listTrims(named),
    ...(bodyClass === undefined ? {} : { body: nameBody(bodyClass) }),
    ...(engine.model === undefined ? {} : { engine: engine.model }),
    ...(engine.displacementL === undefined ? {} : { displacement_l: engine.displacementL }),
    ...(engine.cylinders === undefined ? {} : { cylinders: engine.cylinders }),
    ...(fuel === undefined ? {} : { fuel }),
    ...(powertrain === undefined ? {} : { powertrain }),
    ...(drive === undefined ? {} : { drive: nameDrive(drive) }),
    ...(cab === undefined ? {} : { cab }),
    ...(transmission === undefined ? {} : { transmission }),
    check_digit: decoded.checkDigit,
    confidence: decoded.confidence,
    data_version: decoded.dataVersion,
  };
}
