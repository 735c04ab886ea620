import { defineMessages } from '#lib/languages/messages';

/** The hosted page of the built-in test cards. */
export const cardWords = defineMessages(
  {
    title: 'Test card',
    notice: 'This is a test page.',
    noNumber:
      'Nothing is charged. Do not enter a real card anywhere: there is nothing to type here, only test cards to choose.',
    promise: 'The amount is held on the card now and charged later, or not at all.',
    goBack: 'Go back without a card',
    isItYou: 'Your test bank asks: is this you?',
    confirm: 'Yes, hold the amount',
    refuse: 'No, refuse',
    declined: 'The card was declined. Choose another one.',
    choose: 'Choose a test card',
    cards: {
      works: 'A card that works',
      declined: 'A card that is declined',
      authentication: 'A card that asks you to confirm',
      lapses: 'A card whose hold lapses after a minute',
      disputed: 'A card whose charge is disputed',
      declined_later: 'A card that is declined at the next hold',
    },
    expired: 'This page has expired',
    used: 'This page was already used',
    back: 'Go back to Makewhole',
  },
  {
    title: 'Tarjeta de prueba',
    notice: 'Esta es una página de prueba.',
    noNumber:
      'No se cobra nada. No use una tarjeta real: aquí no hay nada que escribir, solo tarjetas de prueba para elegir.',
    promise: 'El monto se retiene ahora en la tarjeta y se cobra después, o no se cobra.',
    goBack: 'Volver sin tarjeta',
    isItYou: 'Su banco de prueba pregunta: ¿es usted?',
    confirm: 'Sí, retener el monto',
    refuse: 'No, rechazar',
    declined: 'La tarjeta fue rechazada. Elija otra.',
    choose: 'Elija una tarjeta de prueba',
    cards: {
      works: 'Una tarjeta que funciona',
      declined: 'Una tarjeta que se rechaza',
      authentication: 'Una tarjeta que le pide confirmar',
      lapses: 'Una tarjeta cuya retención termina en un minuto',
      disputed: 'Una tarjeta cuyo cobro se disputa',
      declined_later: 'Una tarjeta que se rechaza en la siguiente retención',
    },
    expired: 'Esta página ya venció',
    used: 'Esta página ya se usó',
    back: 'Volver a Makewhole',
  },
);
