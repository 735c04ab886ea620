import { defineWords } from '#lib/languages/words';
import { html } from '#lib/text/html';

/** How a saved card stands. */
export const cardWords = defineWords(
  {
    rule: 'We charge it only when your insurer’s own paper shows that the value of your vehicle, before tax and fees, rose by at least $1,000 over its first offer. Otherwise you pay nothing for it.',
    /** What the provider's page says beside its button. */
    promise: (amount: string) =>
      `Your card is saved. Nothing is held or charged now. We charge ${amount} at most, and only once your insurer’s own paper shows an improvement in the value of your vehicle, before tax, of at least $1,000.`,
    waitingTitle: 'We are waiting for your card',
    waiting:
      'If you have just entered your card, we hear of it within a few minutes. If you stopped before that, no card is saved. Nothing is held and nothing is charged for representation.',
    savedTitle: 'Your card is saved',
    uncharged: (price: string, rule: string) =>
      html`Nothing is held and nothing is charged for representation. The price is <strong>${price}</strong>. ${rule}`,
    stays: 'Your card stays saved. A person from our team continues with your case.',
    staysUntil: (day: string) =>
      `Your card stays saved until ${day} at the latest. A person from our team continues with your case.`,
    removing: 'We are removing it, and nothing is charged. Open this page again in a few minutes.',
    charging: (amount: string) =>
      html`We are charging <strong>${amount}</strong> to it and waiting for your bank to confirm it.`,
    changedMind: 'Changed your mind? Tell the person who works on your case.',
    withdraw: 'Changed your mind? Withdraw here: we remove your card, and you pay nothing for representation.',
    withdrawButton: 'Withdraw and remove my card',
    notChargedTitle: 'Your card was not charged',
    wantsOwner: 'Your bank wants you to confirm your card before it pays.',
    noLongerSaved: 'Your card is no longer saved.',
    declined: 'Your bank did not accept the charge.',
    due: (fee: string) =>
      html`Nothing was charged. The fee of <strong>${fee}</strong> is due: your insurer’s own paper shows the
        improvement.`,
    changeAtCheckout: 'Open the link to your checkout to confirm your card or enter another one.',
    changeButton: 'Confirm or change my card',
    changeAtStripe: 'You do that at Stripe, our payment provider. We never see its number. We charge it after that.',
    questions: 'Questions? Ask the person who works on your case.',
    noMore: 'We charge this card no more.',
    removedTitle: 'Your card is removed',
    removed: 'Nothing was charged for representation, and we cannot charge your card any more.',
    withdrawnTitle: 'You have withdrawn',
    withdrawn: 'We removed your card. Nothing was charged for representation.',
    withdrawnOn: (day: string) => `We removed your card on ${day}. Nothing was charged for representation.`,
    noneTitle: 'No card is saved',
    pageExpired: 'The page has expired before a card was saved.',
    wasRemoved: 'Your card was removed.',
    unreachable: 'We cannot reach your card any more.',
    asTerms: 'We removed your card, as the terms say.',
    wasUncharged: 'Nothing was charged.',
    failed: 'Something went wrong before your card was saved. Nothing was charged.',
  },
  {
    rule: 'Cobramos solo cuando los documentos de su propia aseguradora muestran que el valor de su vehículo, antes de impuestos y cargos, subió al menos $1,000 sobre su primera oferta. Si no, no paga nada por la representación.',
    promise: (amount) =>
      `Su tarjeta se guarda. Ahora no se retiene ni se cobra nada. Cobramos ${amount} como máximo, y solo cuando los documentos de su propia aseguradora muestren una mejora en el valor de su vehículo, antes de impuestos, de al menos $1,000.`,
    waitingTitle: 'Estamos esperando su tarjeta',
    waiting:
      'Si acaba de ingresar su tarjeta, nos llega el aviso en unos minutos. Si se detuvo antes, no hay ninguna tarjeta guardada. No se retiene ni se cobra nada por la representación.',
    savedTitle: 'Su tarjeta está guardada',
    uncharged: (price, rule) =>
      html`No se retiene ni se cobra nada por la representación. El precio es <strong>${price}</strong>. ${rule}`,
    stays: 'Su tarjeta sigue guardada. Una persona de nuestro equipo sigue con su caso.',
    staysUntil: (day) =>
      `Su tarjeta sigue guardada, a más tardar hasta el ${day}. Una persona de nuestro equipo sigue con su caso.`,
    removing: 'Estamos quitando su tarjeta, y no se cobra nada. Abra esta página otra vez en unos minutos.',
    charging: (amount) =>
      html`Estamos cobrando <strong>${amount}</strong> a su tarjeta y esperamos que su banco lo confirme.`,
    changedMind: '¿Cambió de opinión? Dígaselo a la persona que lleva su caso.',
    withdraw:
      '¿Cambió de opinión? Puede retirar su aceptación aquí: quitamos su tarjeta, y no paga nada por la representación.',
    withdrawButton: 'Retirar mi aceptación y quitar mi tarjeta',
    notChargedTitle: 'No se hizo el cobro a su tarjeta',
    wantsOwner: 'Su banco quiere que usted confirme su tarjeta antes de pagar.',
    noLongerSaved: 'Su tarjeta ya no está guardada.',
    declined: 'Su banco no aceptó el cobro.',
    due: (fee) =>
      html`No se cobró nada. Se debe la tarifa de <strong>${fee}</strong>: los documentos de su propia aseguradora
        muestran la mejora.`,
    changeAtCheckout: 'Abra el enlace a su página de pago para confirmar su tarjeta o ingresar otra.',
    changeButton: 'Confirmar o cambiar mi tarjeta',
    changeAtStripe:
      'Eso se hace en Stripe, nuestro proveedor de pagos. Nunca vemos su número. Cobramos después de eso.',
    questions: '¿Preguntas? Hable con la persona que lleva su caso.',
    noMore: 'Ya no cobramos nada más a esta tarjeta.',
    removedTitle: 'Quitamos su tarjeta',
    removed: 'No se cobró nada por la representación, y ya no podemos cobrar nada a su tarjeta.',
    withdrawnTitle: 'Usted retiró su aceptación',
    withdrawn: 'Quitamos su tarjeta. No se cobró nada por la representación.',
    withdrawnOn: (day) => `Quitamos su tarjeta el ${day}. No se cobró nada por la representación.`,
    noneTitle: 'No hay ninguna tarjeta guardada',
    pageExpired: 'La página venció antes de que se guardara una tarjeta.',
    wasRemoved: 'Se quitó su tarjeta.',
    unreachable: 'Ya no podemos usar su tarjeta.',
    asTerms: 'Quitamos su tarjeta, como dicen las condiciones.',
    wasUncharged: 'No se cobró nada.',
    failed: 'Algo salió mal antes de que se guardara su tarjeta. No se cobró nada.',
  },
);
