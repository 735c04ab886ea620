import { defineMessages } from '#lib/languages/messages';
import { html } from '#lib/text/html';

/** The state of a hold with a saved card. */
export const cardWords = defineMessages(
  {
    /** The text next to the button of the provider's page. */
    promise: (amount: string, captured: string) =>
      `Your bank holds ${amount} on your card, and your card is saved. ${captured} If the hold ends before the settlement, we place it again only once the improvement is proven.`,
    savedTitle: 'Your card is saved',
    lapsedOn: (day: string) => `The hold on your card ended on ${day}, and nothing was charged.`,
    uncharged: (price: string, rule: string) =>
      html`Nothing is held or charged for representation right now. The price is <strong>${price}</strong>. ${rule}`,
    again: 'We place the hold again only once the improvement is proven, and then capture it.',
    stays: 'Your card stays saved. A person from our team will continue with your case.',
    staysUntil: (day: string) =>
      `Your card stays saved until ${day} at the latest. A person from our team will continue with your case.`,
    removing:
      'We are releasing the hold and removing your card, and nothing is charged. Open this page again in a few minutes.',
    charging: (amount: string) =>
      html`We are charging <strong>${amount}</strong> to it and waiting for your bank to confirm it.`,
    changedMind: 'Changed your mind? Tell the person working on your case.',
    withdraw:
      'Changed your mind? Withdraw here: we’ll release the hold and remove your card, and you’ll pay nothing for representation.',
    withdrawButton: 'Withdraw and remove my card',
    notChargedTitle: 'Your card was not charged',
    wantsOwner: 'Your bank wants you to confirm your card before it holds our fee.',
    noLongerSaved: 'Your card is no longer saved.',
    declined: 'Your bank did not accept the hold for our fee.',
    due: (fee: string) =>
      html`Nothing was charged. The fee of <strong>${fee}</strong> is due: your insurer’s own documents show the
        improvement.`,
    changeAtCheckout: 'Open the link to your checkout to confirm your card or enter another one.',
    changeButton: 'Confirm or change my card',
    changeAtStripe:
      'You do this at Stripe, our payment provider. We never see the card number. Your bank then holds the fee, and we capture it after that.',
    questions: 'Questions? Ask the person working on your case.',
    noMore: 'We won’t charge this card again.',
    removedTitle: 'Your card is removed',
    removed: 'Nothing was charged for representation. Nothing is held, and we can no longer charge your card.',
    withdrawnTitle: 'You have withdrawn',
    withdrawn: 'We released the hold and removed your card. Nothing was charged for representation.',
    withdrawnOn: (day: string) =>
      `We released the hold and removed your card on ${day}. Nothing was charged for representation.`,
    noneTitle: 'Nothing is held',
    pageExpired: 'The page expired before a hold was placed.',
    wasRemoved: 'Your card was removed.',
    unreachable: 'We can no longer reach your card.',
    asTerms: 'We removed your card, as the terms say.',
    wasUncharged: 'Nothing was charged.',
    failed: 'Something went wrong before a hold was placed. Nothing was charged.',
  },
  {
    promise: (amount, captured) =>
      `Su banco retiene ${amount} en su tarjeta, y su tarjeta se guarda. ${captured} Si la retención termina antes del acuerdo, la hacemos otra vez solo cuando la mejora esté comprobada.`,
    savedTitle: 'Su tarjeta está guardada',
    lapsedOn: (day) => `La retención en su tarjeta terminó el ${day}, y no se cobró nada.`,
    uncharged: (price, rule) =>
      html`En este momento no se retiene ni se cobra nada por la representación. El precio es <strong>${price}</strong>.
        ${rule}`,
    again: 'Hacemos la retención otra vez solo cuando la mejora esté comprobada, y entonces la cobramos.',
    stays: 'Su tarjeta sigue guardada. Una persona de nuestro equipo sigue con su caso.',
    staysUntil: (day) =>
      `Su tarjeta sigue guardada, a más tardar hasta el ${day}. Una persona de nuestro equipo sigue con su caso.`,
    removing:
      'Estamos liberando la retención y quitando su tarjeta, y no se cobra nada. Abra esta página otra vez en unos minutos.',
    charging: (amount) =>
      html`Estamos cobrando <strong>${amount}</strong> a su tarjeta y esperamos que su banco lo confirme.`,
    changedMind: '¿Cambió de opinión? Dígaselo a la persona que lleva su caso.',
    withdraw:
      '¿Cambió de opinión? Puede retirar su aceptación aquí: liberamos la retención y quitamos su tarjeta, y no paga nada por la representación.',
    withdrawButton: 'Retirar mi aceptación y quitar mi tarjeta',
    notChargedTitle: 'No se hizo el cobro a su tarjeta',
    wantsOwner: 'Su banco quiere que usted confirme su tarjeta antes de retener nuestra tarifa.',
    noLongerSaved: 'Su tarjeta ya no está guardada.',
    declined: 'Su banco no aceptó la retención de nuestra tarifa.',
    due: (fee) =>
      html`No se cobró nada. Se debe la tarifa de <strong>${fee}</strong>: los documentos de su propia aseguradora
        muestran la mejora.`,
    changeAtCheckout: 'Abra el enlace a su página de pago para confirmar su tarjeta o ingresar otra.',
    changeButton: 'Confirmar o cambiar mi tarjeta',
    changeAtStripe:
      'Eso se hace en Stripe, nuestro proveedor de pagos. Nunca vemos su número. Su banco retiene entonces la tarifa, y la cobramos después.',
    questions: '¿Preguntas? Hable con la persona que lleva su caso.',
    noMore: 'Ya no cobramos nada más a esta tarjeta.',
    removedTitle: 'Quitamos su tarjeta',
    removed: 'No se cobró nada por la representación. No se retiene nada, y ya no podemos cobrar nada a su tarjeta.',
    withdrawnTitle: 'Usted retiró su aceptación',
    withdrawn: 'Liberamos la retención y quitamos su tarjeta. No se cobró nada por la representación.',
    withdrawnOn: (day) =>
      `Liberamos la retención y quitamos su tarjeta el ${day}. No se cobró nada por la representación.`,
    noneTitle: 'No se retiene nada',
    pageExpired: 'La página venció antes de que se hiciera una retención.',
    wasRemoved: 'Se quitó su tarjeta.',
    unreachable: 'Ya no podemos usar su tarjeta.',
    asTerms: 'Quitamos su tarjeta, como dicen las condiciones.',
    wasUncharged: 'No se cobró nada.',
    failed: 'Algo salió mal antes de que se hiciera una retención. No se cobró nada.',
  },
);
