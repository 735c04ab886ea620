import { formatDay } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { defineMessages } from '#lib/languages/messages';
import type { SentenceValues } from './finding-facts.ts';

type V = Readonly<SentenceValues>;

/** A calendar day, which has no time zone. */
const day = (date: string, language: Language): string =>
  formatDay(new Date(`${date}T00:00:00Z`), { language, timeZone: 'UTC' });

/**
 * The text of a finding, for owners, their insurers and staff: what is printed and what we compute. It never blames
 * anyone and never interprets the law.
 */
export const findingWords = defineMessages(
  {
    offer_sum: ({ label, printed, computed }: V) =>
      `The report prints ${printed} for “${label}”. The lines that lead to it add up to ${computed}.`,
    total_sum: ({ label, printed, computed }: V) =>
      `The report prints ${printed} for “${label}”. The lines that lead to it add up to ${computed}.`,
    valuation_mean: ({ label, printed, computed }: V) =>
      `The report prints ${printed} for “${label}”. The average of the two values above it is ${computed}.`,
    tax_rate: ({ printed, other, computed }: V) =>
      `The report prints a tax of ${printed}. Its own rate of ${other} gives ${computed} on the value that it prints.`,
    condition_rows: ({ printed, computed }: V) =>
      `The amounts for condition add up to ${computed}. The report prints ${printed} as their total.`,
    condition_line: ({ printed, computed }: V) =>
      `The page about condition comes to ${computed}. The sum on the first page uses ${printed}.`,
    refurbishment_rows: ({ printed, computed }: V) =>
      `The repairs that are listed add up to ${computed}. The report prints ${printed} for them.`,
    base_mean: ({ label, printed, computed, count }: V) =>
      `The report prints ${printed} for “${label}”. The average of its ${count} adjusted prices is ${computed}.`,
    base_range: ({ label, printed, other, computed }: V) =>
      `The report prints ${printed} for “${label}”. All its adjusted prices are from ${other} to ${computed}, and an average cannot be outside of them.`,
    comparable_total: ({ number, printed, computed }: V) =>
      `The adjustments of comparable ${number} add up to ${computed}. The report prints ${printed} as their total.`,
    comparable_sum: ({ number, printed, computed }: V) =>
      `The price of comparable ${number} and its adjustments come to ${computed}. The report prints ${printed}.`,
    printed_twice: ({ label }: V) =>
      `The report has the figures of “${label}” in two places, and they do not seem to be the same.`,
    own_odometer: ({ printed, other }: V) =>
      `The report prints ${printed} miles for the vehicle. Beside the comparables it prints ${other} miles.`,
    comparable_odometer: ({ number, printed, other }: V) =>
      `The report prints ${printed} miles for comparable ${number}. In its adjustment it prints ${other} miles.`,
    vin_year: ({ printed, other }: V) =>
      `The report prints ${printed} as the year. The VIN that it prints is of a ${other} model.`,
    vin_make: ({ printed, other }: V) =>
      `The report prints ${printed} as the make. By the VIN that it prints, it is ${other}.`,
    vin_model: ({ printed, other }: V) =>
      `The report prints ${printed} as the model. By the VIN that it prints, it is ${other}.`,
    comparable_vin_year: ({ number, printed, other }: V) =>
      `The report calls comparable ${number} a ${printed} model. Its VIN is of a ${other} model.`,
    comparable_engine: ({ number, printed, other }: V) =>
      `By its VIN, comparable ${number} has another engine: ${other}. The vehicle has ${printed}.`,
    case_vin: ({ printed, other }: V) => `The report prints the VIN ${printed}. Our file has ${other}.`,
    case_year: ({ printed, other }: V) => `The report prints ${printed} as the year. Our file has ${other}.`,
    case_make: ({ printed, other }: V) => `The report prints ${printed} as the make. Our file has ${other}.`,
    case_model: ({ printed, other }: V) => `The report prints ${printed} as the model. Our file has ${other}.`,
    case_trim: ({ printed, other }: V) => `The report prints ${printed} as the trim. Our file has ${other}.`,
    case_odometer: ({ printed, other }: V) =>
      `The report prints ${printed} miles for the vehicle. Our file has ${other} miles.`,
    case_date_of_loss: ({ printed, other }: V) =>
      `The report prints ${day(printed, 'en')} as the day of the loss. Our file has ${day(other, 'en')}.`,
    projected_sold: ({ count, amount }: V) =>
      `The report applies a “Projected Sold Adjustment” to ${count} of its list prices, ${amount} in all. It is fair to ask what that rests on.`,
    projected_sold_exact: ({ count, amount, printed, computed }: V) =>
      `The report applies a “Projected Sold Adjustment” to ${count} of its list prices, ${amount} in all. Without it the base value would be ${computed}, and the report prints ${printed}. It is fair to ask what that rests on.`,
    uniform_condition: ({ count, amount }: V) =>
      `The report changes the price of ${count} comparables by the same ${amount} for condition. It is fair to ask how each of them was looked at.`,
    uniform_condition_exact: ({ count, amount, printed, computed }: V) =>
      `The report changes the price of all ${count} comparables by the same ${amount} for condition. Without it the base value would be ${computed}, and the report prints ${printed}. It is fair to ask how each of them was looked at.`,
    take_price: ({ number, printed, other, amount }: V) =>
      `For comparable ${number} the report uses ${printed}. It was listed for ${other}, which is ${amount} more. It is fair to ask why.`,
    beyond_radius: ({ number, printed, other }: V) =>
      `Comparable ${number} is ${printed} miles away. The report says that it looked within ${other} miles.`,
    far_away: ({ number, printed }: V) =>
      `Comparable ${number} is ${printed} miles away. It is fair to ask whether there is one closer.`,
    old_listing: ({ number, printed, count }: V) =>
      `The report prints ${day(printed, 'en')} as the date of comparable ${number}. That is ${count} days before the report.`,
    other_year: ({ number, printed, other }: V) =>
      `Comparable ${number} is a ${printed} model. The vehicle is a ${other} model.`,
    other_trim: ({ number, printed, other }: V) =>
      `Public VIN data list comparable ${number} as ${printed} and the vehicle as ${other}. It is fair to ask which trim it is.`,
    few_comparables: ({ count }: V) =>
      `The number of comparables behind the value is ${count}. It is fair to ask for more.`,
  },
  {
    offer_sum: ({ label, printed, computed }) =>
      `El informe indica ${printed} en “${label}”. Las líneas que llevan a esa cifra suman ${computed}.`,
    total_sum: ({ label, printed, computed }) =>
      `El informe indica ${printed} en “${label}”. Las líneas que llevan a esa cifra suman ${computed}.`,
    valuation_mean: ({ label, printed, computed }) =>
      `El informe indica ${printed} en “${label}”. El promedio de los dos valores de arriba es ${computed}.`,
    tax_rate: ({ printed, other, computed }) =>
      `El informe indica un impuesto de ${printed}. Su propia tasa de ${other} da ${computed} sobre el valor que indica.`,
    condition_rows: ({ printed, computed }) =>
      `Los montos por la condición suman ${computed}. El informe indica ${printed} como total.`,
    condition_line: ({ printed, computed }) =>
      `La página sobre la condición llega a ${computed}. La suma de la primera página usa ${printed}.`,
    refurbishment_rows: ({ printed, computed }) =>
      `Las reparaciones de la lista suman ${computed}. El informe indica ${printed} por ellas.`,
    base_mean: ({ label, printed, computed, count }) =>
      `El informe indica ${printed} en “${label}”. El promedio de sus ${count} precios ajustados es ${computed}.`,
    base_range: ({ label, printed, other, computed }) =>
      `El informe indica ${printed} en “${label}”. Todos sus precios ajustados van de ${other} a ${computed}, y un promedio no puede quedar fuera de ellos.`,
    comparable_total: ({ number, printed, computed }) =>
      `Los ajustes del comparable ${number} suman ${computed}. El informe indica ${printed} como total.`,
    comparable_sum: ({ number, printed, computed }) =>
      `El precio del comparable ${number} y sus ajustes llegan a ${computed}. El informe indica ${printed}.`,
    printed_twice: ({ label }) => `El informe indica las cifras de “${label}” en dos lugares, y no parecen iguales.`,
    own_odometer: ({ printed, other }) =>
      `El informe indica ${printed} millas para el vehículo. Junto a los comparables indica ${other} millas.`,
    comparable_odometer: ({ number, printed, other }) =>
      `El informe indica ${printed} millas para el comparable ${number}. En su ajuste indica ${other} millas.`,
    vin_year: ({ printed, other }) =>
      `El informe indica ${printed} como año. El VIN que indica es de un modelo ${other}.`,
    vin_make: ({ printed, other }) => `El informe indica ${printed} como marca. Según el VIN que indica, es ${other}.`,
    vin_model: ({ printed, other }) =>
      `El informe indica ${printed} como modelo. Según el VIN que indica, es ${other}.`,
    comparable_vin_year: ({ number, printed, other }) =>
      `El informe dice que el comparable ${number} es un modelo ${printed}. Su VIN es de un modelo ${other}.`,
    comparable_engine: ({ number, printed, other }) =>
      `Según su VIN, el comparable ${number} tiene otro motor: ${other}. El vehículo tiene ${printed}.`,
    case_vin: ({ printed, other }) => `El informe indica el VIN ${printed}. Nosotros tenemos ${other}.`,
    case_year: ({ printed, other }) => `El informe indica ${printed} como año. Nosotros tenemos ${other}.`,
    case_make: ({ printed, other }) => `El informe indica ${printed} como marca. Nosotros tenemos ${other}.`,
    case_model: ({ printed, other }) => `El informe indica ${printed} como modelo. Nosotros tenemos ${other}.`,
    case_trim: ({ printed, other }) => `El informe indica ${printed} como versión. Nosotros tenemos ${other}.`,
    case_odometer: ({ printed, other }) =>
      `El informe indica ${printed} millas para el vehículo. Nosotros tenemos ${other} millas.`,
    case_date_of_loss: ({ printed, other }) =>
      `El informe indica el ${day(printed, 'es')} como día de la pérdida. Nosotros tenemos el ${day(other, 'es')}.`,
    projected_sold: ({ count, amount }) =>
      `El informe aplica un “Projected Sold Adjustment” a ${count} de sus precios anunciados, ${amount} en total. Es justo preguntar en qué se basa.`,
    projected_sold_exact: ({ count, amount, printed, computed }) =>
      `El informe aplica un “Projected Sold Adjustment” a ${count} de sus precios anunciados, ${amount} en total. Sin eso, el valor base sería ${computed}, y el informe indica ${printed}. Es justo preguntar en qué se basa.`,
    uniform_condition: ({ count, amount }) =>
      `El informe cambia el precio de ${count} comparables en los mismos ${amount} por la condición. Es justo preguntar cómo se revisó cada uno.`,
    uniform_condition_exact: ({ count, amount, printed, computed }) =>
      `El informe cambia el precio de los ${count} comparables en los mismos ${amount} por la condición. Sin eso, el valor base sería ${computed}, y el informe indica ${printed}. Es justo preguntar cómo se revisó cada uno.`,
    take_price: ({ number, printed, other, amount }) =>
      `Para el comparable ${number} el informe usa ${printed}. El precio anunciado era ${other}, es decir ${amount} más. Es justo preguntar por qué.`,
    beyond_radius: ({ number, printed, other }) =>
      `El comparable ${number} está a ${printed} millas. El informe dice que se buscó a menos de ${other} millas.`,
    far_away: ({ number, printed }) =>
      `El comparable ${number} está a ${printed} millas. Es justo preguntar si hay uno más cerca.`,
    old_listing: ({ number, printed, count }) =>
      `El informe indica el ${day(printed, 'es')} como fecha del comparable ${number}. Eso es ${count} días antes del informe.`,
    other_year: ({ number, printed, other }) =>
      `El comparable ${number} es un modelo ${printed}. El vehículo es un modelo ${other}.`,
    other_trim: ({ number, printed, other }) =>
      `Los datos públicos del VIN dicen que el comparable ${number} es ${printed} y el vehículo ${other}. Es justo preguntar qué versión es.`,
    few_comparables: ({ count }) => `El número de comparables en que se basa el valor es ${count}. Es justo pedir más.`,
  },
);
