import { defineMessages } from '#lib/languages/messages';
import { ruleWords } from '#modules/checkout';

type ShownRange = { readonly low: string; readonly high: string; readonly mid: string };

/** The market, the options, and the documents. */
export const moneyWords = defineMessages(
  {
    market: {
      heading: 'What similar cars were listed for',
      range: (count: number, { low, high, mid }: ShownRange) =>
        `We found ${count} listings. Eight out of ten ask between ${low} and ${high}. The median is ${mid}.`,
      atMiles: (miles: string, { low, high, mid }: ShownRange) =>
        `Adjusted to the ${miles} miles on your car, they range between ${low} and ${high}. The median is then ${mid}.`,
      few: (count: number) => `We found only ${count}, which is too few to estimate market prices.`,
      noValue: 'We can’t estimate your car’s value from them.',
      uncompared: {
        few: 'There are too few.',
        trims: 'We don’t know that all of them have your car’s trim, and prices differ by trim.',
        'unlisted trim': 'None of them has your car’s trim.',
        title: 'Your car has a branded title, and values of such cars vary a lot.',
        fuel: 'We don’t know that all of them use the same fuel as your car.',
      },
      taken: (day: string) => `As of ${day}.`,
      listings: 'See every listing',
      car: 'Year and trim',
      price: 'Price',
      adjusted: 'At your miles',
      miles: 'Miles',
      away: 'Distance',
      milesAway: (miles: string) => `${miles} miles`,
      noTrim: 'trim not listed',
      unknown: 'not listed',
      more: (count: number) => `And ${count} more.`,
      limits: 'What these figures leave out',
      asking: 'These are asking prices. We don’t know what people paid in the end.',
      condition: 'They don’t account for your car’s condition or extras.',
      noOdometer: 'We don’t know your car’s mileage, so nothing is adjusted for it.',
      trims: 'Some listings may have a different trim than your car.',
      years: 'Some listings are one model year older or newer than yours.',
      fuels: 'The listed cars use a different fuel.',
      today: 'We know too little about the market at the time of your loss, so these are current listings.',
      around: (from: string, until: string) =>
        `The listings were seen between ${from} and ${until}, around the date of your loss.`,
      state: 'We don’t know your ZIP code, so the listings are from the whole state.',
      synthetic: 'These listings are made up, for testing only.',
    },
    options: {
      heading: 'Your options',
      free: 'The consultation was free and stays free. You don’t have to choose anything.',
      names: { research: 'Research', representation: 'Representation' },
      promises: {
        research: 'A written appraisal of what your vehicle was worth. You can send it to your insurer.',
        representation: 'The appraisal, and a person from our team who negotiates with your insurer.',
      },
      pays: {
        research: `Charged when we deliver the appraisal to you, and not before. It does not promise that your insurer pays more. ${ruleWords.en.research}`,
        representation: `Your bank sets the price aside on your card, and your card is saved. ${ruleWords.en.representation}`,
      },
      credit: (paid: string, most: string) =>
        `You paid ${paid} for research. We take that off, so you pay ${most} at most.`,
      choose: { research: 'See the research terms', representation: 'See the representation terms' },
    },
    papers: {
      heading: 'Your documents',
      none: 'There are no documents yet.',
      reports: (count: number) => (count === 1 ? 'The insurer’s report' : `The insurer’s reports: ${count}`),
      appraisal: (number: number, day: string) => `Your appraisal, version ${number}, dated ${day}`,
      terms: (product: string, version: string, day: string) => `${product}: terms ${version}, accepted on ${day}`,
      termsTitle: (product: string, version: string) => `${product}: terms ${version}`,
      acceptedOn: (day: string) => `You accepted these terms on ${day}.`,
      back: 'Back to your case',
      held: (product: string, amount: string) => `${product}: your bank has set ${amount} aside. It is not charged.`,
      saved: (product: string, amount: string) =>
        `${product}: your card is saved. Nothing is held or charged right now. The price is ${amount} at most.`,
      failed: (product: string) =>
        `${product}: your bank did not accept the hold. Nothing was charged. Please confirm your card or enter another one.`,
      released: (product: string) => `${product}: the hold was released. Nothing was charged.`,
      withdrawn: (product: string) =>
        `${product}: you withdrew. The hold was released and your card was removed. Nothing was charged.`,
      ended: (product: string) => `${product}: it ended without a charge.`,
      charged: (product: string, amount: string, day: string) => `${product}: ${amount}, charged on ${day}.`,
      refunded: (amount: string) => `We refunded ${amount} of it.`,
      noted: (product: string, amount: string, day: string) => `${product}: ${amount}, paid on ${day}.`,
      receipt: 'Receipt and details',
      details: 'Details',
    },
  },
  {
    market: {
      heading: 'A cuánto se anunciaban autos como el suyo',
      range: (count: number, { low, high, mid }: ShownRange) =>
        `Encontramos ${count} anuncios. Ocho de cada diez piden entre ${low} y ${high}. El punto medio es ${mid}.`,
      atMiles: (miles: string, { low, high, mid }: ShownRange) =>
        `Ajustados a las ${miles} millas de su auto, quedan entre ${low} y ${high}. El punto medio es entonces ${mid}.`,
      few: (count: number) => `Encontramos solo ${count}, muy pocos para hablar de un mercado.`,
      noValue: 'No damos un valor de su auto a partir de ellos.',
      uncompared: {
        few: 'Son muy pocos.',
        trims: 'No se sabe si todos son de la versión de su auto, y el precio cambia según la versión.',
        'unlisted trim': 'Ninguno es de la versión de su auto.',
        title: 'El título de su auto tiene una marca, y esos títulos varían mucho.',
        fuel: 'No se sabe si todos usan el mismo combustible que su auto.',
      },
      taken: (day: string) => `Datos del ${day}.`,
      listings: 'Ver cada anuncio',
      car: 'Año y versión',
      price: 'Precio',
      adjusted: 'Con sus millas',
      miles: 'Millas',
      away: 'Distancia',
      milesAway: (miles: string) => `${miles} millas`,
      noTrim: 'versión no indicada',
      unknown: 'no indicado',
      more: (count: number) => `Y ${count} más.`,
      limits: 'Lo que estos datos no dicen',
      asking: 'Son los precios que piden los vendedores. No se sabe cuánto pagó la gente al final.',
      condition: 'No incluyen la condición de su auto ni sus extras.',
      noOdometer: 'No sabemos las millas de su auto, así que no hay ajuste por ellas.',
      trims: 'No se sabe si todos los anuncios son de la versión de su auto.',
      years: 'Algunos anuncios son del año de modelo anterior o posterior al suyo.',
      fuels: 'Los anuncios son de autos que usan otro combustible.',
      today: 'Se sabe muy poco del mercado cercano a su pérdida, así que estos anuncios son de ahora.',
      around: (from: string, until: string) =>
        `Los anuncios se vieron entre el ${from} y el ${until}, alrededor de su pérdida.`,
      state: 'No sabemos su código postal, así que los anuncios son de todo el estado.',
      synthetic: 'Estos anuncios son inventados, solo para pruebas.',
    },
    options: {
      heading: 'Sus opciones',
      free: 'La consulta fue gratis y sigue siendo gratis. No tiene que elegir nada.',
      names: { research: 'Estudio de mercado', representation: 'Representación' },
      promises: {
        research: 'Un avalúo por escrito de lo que valía su vehículo. Puede enviarlo a su aseguradora.',
        representation: 'El avalúo, y una persona de nuestro equipo que negocia con su aseguradora.',
      },
      pays: {
        research: `Se cobra cuando le entregamos el avalúo, y no antes. No promete que su aseguradora pague más. ${ruleWords.es.research}`,
        representation: `Su banco aparta el precio en su tarjeta, y su tarjeta se guarda. ${ruleWords.es.representation}`,
      },
      credit: (paid: string, most: string) =>
        `Usted pagó ${paid} por el estudio de mercado. Lo descontamos, así que paga ${most} como máximo.`,
      choose: {
        research: 'Ver las condiciones del estudio de mercado',
        representation: 'Ver las condiciones de la representación',
      },
    },
    papers: {
      heading: 'Sus documentos',
      none: 'Todavía no hay documentos.',
      reports: (count: number) =>
        count === 1 ? 'El informe de la aseguradora' : `Los informes de la aseguradora: ${count}`,
      appraisal: (number: number, day: string) => `Su avalúo, versión ${number}, del ${day}`,
      terms: (product: string, version: string, day: string) =>
        `${product}: condiciones ${version}, aceptadas el ${day}`,
      termsTitle: (product: string, version: string) => `${product}: condiciones ${version}`,
      acceptedOn: (day: string) => `Usted aceptó estas condiciones el ${day}.`,
      back: 'Volver a mi caso',
      held: (product: string, amount: string) => `${product}: su banco apartó ${amount}. No se ha cobrado.`,
      saved: (product: string, amount: string) =>
        `${product}: su tarjeta está guardada. En este momento no hay nada retenido ni cobrado. El precio es ${amount} como máximo.`,
      failed: (product: string) =>
        `${product}: su banco no aceptó la retención. No se cobró nada. Por favor, confirme su tarjeta o ingrese otra.`,
      released: (product: string) => `${product}: se liberó la retención. No se cobró nada.`,
      withdrawn: (product: string) =>
        `${product}: usted retiró su aceptación. Liberamos la retención y quitamos su tarjeta. No se cobró nada.`,
      ended: (product: string) => `${product}: terminó sin cobro.`,
      charged: (product: string, amount: string, day: string) => `${product}: ${amount}, cobrado el ${day}.`,
      refunded: (amount: string) => `De eso le reembolsamos ${amount}.`,
      noted: (product: string, amount: string, day: string) => `${product}: ${amount}, pagado el ${day}.`,
      receipt: 'Recibo y detalles',
      details: 'Detalles',
    },
  },
);
