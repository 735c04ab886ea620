import { defineMessages } from '#lib/languages/messages';
import { html } from '#lib/text/html';

/** The products of a checkout, before anything is chosen. */
export const offerWords = defineMessages(
  {
    names: { research: 'Research', representation: 'Representation' },
    summaries: {
      research: 'A written appraisal of what your vehicle was worth.',
      representation: 'The appraisal, and a person from our team who negotiates with your insurer.',
    },
    noMore: 'No more messages or calls about this claim',
    optionsTitle: 'Your options',
    optionsFree:
      'The consultation was free and stays free. If you want more help, you can choose it here. You don’t have to.',
    optionTitles: {
      research: 'Research: a written appraisal of what your vehicle was worth',
      representation: 'Representation: the appraisal, and a person who negotiates with your insurer',
    },
    optionLink: 'Terms, and when it is charged',
    researchChosen: 'You have already chosen the research.',
    lenderPaysRest: (mine: string, rest: string) =>
      `You pay ${mine}. Your lender pays the other ${rest} of the list price.`,
    lenderPaysNothing: 'You pay this yourself. Your lender doesn’t pay for it.',
    holdTitle: (name: string) => `${name}: place a hold on your card`,
    heading: (name: string, price: string) => `${name}, ${price}`,
    discount: (list: string, less: string) => `List price ${list}, less ${less} because an agent referred you to us.`,
    withCard: 'What happens with your card',
    holdNow: (amount: string, rule: string) =>
      html`Your bank sets <strong>${amount}</strong> aside for up to 7 days. That is a hold, not a charge. ${rule}`,
    holdAndSave: (amount: string, saved: string, rule: string) =>
      html`Your bank sets <strong>${amount}</strong> aside. That is a hold, not a charge. ${saved} ${rule}`,
    savedAtStripe: 'Your card is saved with Stripe, our payment provider.',
    savedTest: 'The test card that you choose is saved.',
    begun: {
      hold: 'You started this earlier and did not finish it. Nothing is held yet.',
      holdPage:
        'You started this earlier. If you have entered your card since then, we’ll hear from your bank within a few minutes; open this page again then. If you have not, you can continue.',
    },
    withdrew: (day: string) =>
      `You withdrew on ${day}. The hold was released and your card was removed. You can choose it again.`,
    researchCharging: 'We’re charging the amount held for research. It will be deducted from this price.',
    researchReleasing: 'We are releasing the hold for research.',
    releaseOnHold: (amount: string) =>
      `We’ll release the hold of ${amount} for research as soon as this one is in place.`,
    terms: 'The terms',
    termsGovern: 'These terms are also available in Spanish. If the two differ, the English version controls.',
    termsEnglishOnly: 'These terms are in English only.',
    testTerms:
      'These terms name Stripe. This is a test, and built-in test cards take its place: no card number is entered, and nothing is charged.',
    termsOwnPage: (version: string) => `Terms ${version} on a separate page`,
    agreeHold: (amount: string) => `I accept these terms and a hold of ${amount} on my card.`,
    agreeCard: (amount: string) =>
      `I accept these terms: a hold of ${amount} on my card, which is saved. If the hold ends before the settlement, it may be placed again once the improvement is proven.`,
    button: 'Continue to secure card page',
    atTestCards:
      'This is a test: on the next page you choose a test card. No real card belongs there and nothing is charged.',
    atStripe: 'You enter your card at Stripe, our payment provider, and come back here. We never see the card number.',
    errorTitle: (title: string) => `Error: ${title}`,
    errorHeading: 'There is a problem',
    errorBox: 'Please check the box if you accept the terms.',
    errorNothing: 'Nothing has happened yet.',
    changed: 'The price or the terms have changed since you saw them. Please look at them again.',
    unavailable:
      'The payment provider is not responding right now. Nothing is held or charged for it. Please try again in a minute.',
    silent: 'The payment provider is not responding right now. Nothing has been charged. Please try again in a minute.',
  },
  {
    names: { research: 'Estudio de mercado', representation: 'Representación' },
    summaries: {
      research: 'Un avalúo por escrito de lo que valía su vehículo.',
      representation: 'El avalúo, y una persona de nuestro equipo que negocia con su aseguradora.',
    },
    noMore: 'No quiero más mensajes ni llamadas por este reclamo',
    optionsTitle: 'Sus opciones',
    optionsFree:
      'La consulta fue gratis y sigue siendo gratis. Si quiere más ayuda, puede elegirla aquí. No tiene que hacerlo.',
    optionTitles: {
      research: 'Estudio de mercado: un avalúo por escrito de lo que valía su vehículo',
      representation: 'Representación: el avalúo, y una persona que negocia con su aseguradora',
    },
    optionLink: 'Condiciones, y cuándo se cobra',
    researchChosen: 'Ya eligió el estudio de mercado.',
    lenderPaysRest: (mine, rest) => `Usted paga ${mine}. Su prestamista paga los otros ${rest} del precio de lista.`,
    lenderPaysNothing: 'Esto lo paga usted. Su prestamista no paga nada por ello.',
    holdTitle: (name) => `${name}: autorizar una retención en su tarjeta`,
    heading: (name, price) => `${name}: ${price}`,
    discount: (list, less) => `Precio de lista ${list}, menos ${less} porque un agente le refirió a nosotros.`,
    withCard: 'Qué pasa con su tarjeta',
    holdNow: (amount, rule) =>
      html`Su banco aparta <strong>${amount}</strong> por hasta 7 días. Es una retención, no un cobro. ${rule}`,
    holdAndSave: (amount, saved, rule) =>
      html`Su banco aparta <strong>${amount}</strong>. Es una retención, no un cobro. ${saved} ${rule}`,
    savedAtStripe: 'Su tarjeta se guarda con Stripe, nuestro proveedor de pagos.',
    savedTest: 'Se guarda la tarjeta de prueba que usted elija.',
    begun: {
      hold: 'Usted empezó esto antes y no lo terminó. Todavía no se retiene nada.',
      holdPage:
        'Usted empezó esto antes. Si ya ingresó su tarjeta, su banco nos avisa en unos minutos; abra esta página otra vez entonces. Si no, puede continuar.',
    },
    withdrew: (day) =>
      `Usted retiró su aceptación el ${day}. Liberamos la retención y quitamos su tarjeta. Puede elegirla otra vez.`,
    researchCharging:
      'Estamos cobrando lo retenido por el estudio de mercado. Lo que pague por él se descuenta de esto.',
    researchReleasing: 'Estamos liberando la retención por el estudio de mercado.',
    releaseOnHold: (amount) =>
      `Liberamos la retención de ${amount} por el estudio de mercado en cuanto esta quede activa.`,
    terms: 'Las condiciones',
    termsGovern: 'Estas condiciones existen también en inglés. Si no coinciden, rigen las que están en inglés.',
    termsEnglishOnly: 'Estas condiciones están solo en inglés.',
    testTerms:
      'Estas condiciones mencionan a Stripe. Esto es una prueba, y la sustituyen tarjetas de prueba integradas: no se ingresa ningún número de tarjeta y no se cobra nada.',
    termsOwnPage: (version) => `Condiciones ${version} en una página aparte`,
    agreeHold: (amount) => `Acepto estas condiciones y una retención de ${amount} en mi tarjeta.`,
    agreeCard: (amount) =>
      `Acepto estas condiciones: una retención de ${amount} en mi tarjeta, que se guarda. Si la retención termina antes del acuerdo, puede hacerse otra vez cuando la mejora esté comprobada.`,
    button: 'Continuar a la página segura de la tarjeta',
    atTestCards:
      'Esto es una prueba: en la página siguiente elige una tarjeta de prueba. No use una tarjeta real; no se cobra nada.',
    atStripe: 'Usted ingresa su tarjeta en Stripe, nuestro proveedor de pagos, y vuelve aquí. Nunca vemos su número.',
    errorTitle: (title) => `Error: ${title}`,
    errorHeading: 'Hay un problema',
    errorBox: 'Por favor, marque la casilla si acepta las condiciones.',
    errorNothing: 'Todavía no ha pasado nada.',
    changed: 'El precio o las condiciones cambiaron desde que los vio. Por favor, revíselos otra vez.',
    unavailable:
      'El proveedor de pagos no responde en este momento. No se retiene ni se cobra nada por esto. Por favor, inténtelo otra vez en un minuto.',
    silent:
      'El proveedor de pagos no responde en este momento. No se ha cobrado nada. Por favor, inténtelo otra vez en un minuto.',
  },
);
